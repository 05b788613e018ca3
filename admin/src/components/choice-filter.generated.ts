/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
import { gql } from '@urql/core';
export type ChoiceFilterOptionsQueryVariables = Exact<{
  search?: string | null | undefined;
  agent: boolean;
  schedule: boolean;
  pipeline: boolean;
}>;


export type ChoiceFilterOptionsQuery = { agent?: { edges: Array<{ node: { id: string, name: string } }> }, schedule?: { edges: Array<{ node: { id: string, name: string } }> }, pipeline?: { edges: Array<{ node: { id: string, name: string } }> } };

export type ChoiceFilterChosenQueryVariables = Exact<{
  id: string | number;
  agent: boolean;
  schedule: boolean;
  pipeline: boolean;
}>;


export type ChoiceFilterChosenQuery = { agent?: { id: string, name: string } | null, schedule?: { id: string, name: string } | null, pipeline?: { id: string, name: string } | null };


export const ChoiceFilterOptionsDocument = gql`
    query ChoiceFilterOptions($search: String, $agent: Boolean!, $schedule: Boolean!, $pipeline: Boolean!) {
  agent: agents(first: 20, filter: {search: $search}, orderBy: {field: NAME}) @include(if: $agent) {
    edges {
      node {
        id
        name
      }
    }
  }
  schedule: schedules(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME}
  ) @include(if: $schedule) {
    edges {
      node {
        id
        name
      }
    }
  }
  pipeline: pipelines(
    first: 20
    filter: {search: $search}
    orderBy: {field: NAME}
  ) @include(if: $pipeline) {
    edges {
      node {
        id
        name
      }
    }
  }
}
    ` as unknown as DocumentNode<ChoiceFilterOptionsQuery, ChoiceFilterOptionsQueryVariables>;
export const ChoiceFilterChosenDocument = gql`
    query ChoiceFilterChosen($id: ID!, $agent: Boolean!, $schedule: Boolean!, $pipeline: Boolean!) {
  agent(id: $id) @include(if: $agent) {
    id
    name
  }
  schedule(id: $id) @include(if: $schedule) {
    id
    name
  }
  pipeline(id: $id) @include(if: $pipeline) {
    id
    name
  }
}
    ` as unknown as DocumentNode<ChoiceFilterChosenQuery, ChoiceFilterChosenQueryVariables>;