/**
 * Tables of fields that differ only in name and description. Types are written as in GraphQL: without
 * an exclamation mark they are nullable, in output as in input.
 */
import {
  type FieldKind,
  InputFieldBuilder,
  type InputOrArgRef,
  RootFieldBuilder,
  type SchemaTypes,
} from '@pothos/core';

interface Outputs {
  ID: string;
  String: string;
  Int: number;
  Float: number;
  Boolean: boolean;
  DateTime: Date;
  JSON: unknown;
  Duration: number | bigint;
}

interface Inputs extends Omit<Outputs, 'Duration'> {
  Duration: number | string;
}

type Scalar = keyof Outputs;
type Notation = Scalar | `${Scalar}!` | `[${Scalar}!]` | `[${Scalar}!]!`;

type ValueOf<Type extends Notation, Scalars extends Record<Scalar, unknown>> = Type extends `${infer Inner}!`
  ? ItemsOf<Inner, Scalars>
  : ItemsOf<Type, Scalars> | null | undefined;

type ItemsOf<Type, Scalars extends Record<Scalar, unknown>> = Type extends `[${infer Item extends Scalar}!]`
  ? Scalars[Item][]
  : Type extends Scalar
    ? Scalars[Type]
    : never;

/**
 * What the fields of an object can expose: of a Prisma object any column, selected or not. Only the
 * type of `withAuth` says which model that is.
 */
type RowOf<Builder, Shape> = Builder extends {
  prismaFieldMap: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: any model of any schema
  withAuth: (scopes: any) => PothosSchemaTypes.PrismaObjectFieldBuilder<any, infer Model, any>;
}
  ? Model['Shape']
  : Shape;

interface Ref {
  $inferType: unknown;
}

interface InputRef {
  $inferInput: unknown;
}

/** An enum or an object, or a list of these. The field is never null. */
type RefOrList = Ref | readonly [Ref];

type RefValue<Type> = Type extends readonly [infer Item extends Ref]
  ? Item['$inferType'][]
  : Type extends Ref
    ? Type['$inferType']
    : never;

/** Columns of enums are text, so the value of a reference may be narrower than that of its column. */
type Fits<Value, Type> = Type extends Notation
  ? Value extends ValueOf<Type, Outputs>
    ? true
    : false
  : [Extract<Value, null | undefined>] extends [never]
    ? RefValue<Type> extends Value
      ? true
      : false
    : false;

/** Without the second part, a table would take any names if no column had the type. */
type NamesOf<Row, Type> =
  | ({ [Name in keyof Row]-?: Fits<Row[Name], Type> extends true ? Name : never }[keyof Row] & string)
  | 'no column has this type';

type GivenValue<Type> = Type extends Notation
  ? ValueOf<Type, Inputs>
  : Type extends readonly [infer Item extends InputRef]
    ? Item['$inferInput'][] | null | undefined
    : Type extends InputRef
      ? Type['$inferInput'] | null | undefined
      : never;

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<
      Types extends SchemaTypes,
      ParentShape,
      Kind extends FieldKind = FieldKind,
    > {
      /** Exposes the columns or properties with these names. */
      exposed<
        This,
        const Type extends Notation | RefOrList,
        Name extends NamesOf<RowOf<This, ParentShape>, Type>,
      >(
        this: This,
        type: Type,
        descriptions: Readonly<Record<Name, string>>,
      ): Record<Name, FieldRef<Types, unknown, Kind>>;
    }
    export interface InputFieldBuilder<
      Types extends SchemaTypes,
      Kind extends keyof PothosSchemaTypes.InputFieldOptionsByKind,
    > {
      /** Input fields, or arguments, with these names. Those of enums and other inputs are nullable. */
      fields<const Type extends Notation | InputRef | readonly [InputRef], Name extends string>(
        type: Type,
        descriptions: Readonly<Record<Name, string>>,
      ): Record<Name, InputOrArgRef<Types, GivenValue<Type>, Kind>>;
    }
  }
}

function parse(notation: string) {
  const name = notation.replace(/\W/g, '');
  return { type: notation.startsWith('[') ? [name] : name, required: notation.endsWith('!') };
}

type Texts = Readonly<Record<string, string>>;

function each<Value>(texts: Texts, fieldOf: (name: string, text: string) => Value) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fieldOf(name, text)]));
}

interface Fields {
  expose(name: string, options: object): unknown;
  field(options: object): unknown;
}

function exposed(this: Fields, given: string | object, texts: Texts) {
  const { type, required } = typeof given === 'string' ? parse(given) : { type: given, required: true };
  return each(texts, (name, description) => this.expose(name, { type, nullable: !required, description }));
}

function fields(this: Fields, given: string | object, texts: Texts) {
  const options = typeof given === 'string' ? parse(given) : { type: given };
  return each(texts, (_name, description) => this.field({ ...options, description }));
}

Object.assign(RootFieldBuilder.prototype, { exposed });
Object.assign(InputFieldBuilder.prototype, { fields });
