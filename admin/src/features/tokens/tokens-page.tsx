import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Callout } from '../../components/callout.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { ActionButton, useCreateAction } from '../../components/entity-actions.js';
import { type Status, StatusText } from '../../components/facts/status-badge.js';
import { Time } from '../../components/facts/time.js';
import { Who } from '../../components/facts/who.js';
import { type Column, DataTable } from '../../components/lists/data-table.js';
import { type Filter, FilterBar } from '../../components/lists/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';
import { reportDone } from '../../components/toast.js';
import { useAction } from '../../lib/graphql/use-action.js';
import { useLiveList } from '../../lib/graphql/use-live-list.js';
import { optionsOf } from '../../lib/options-of.js';
import { useNow } from '../../lib/text/time.js';
import { choiceOf, choicesOf, given, useUrlState } from '../../lib/url-state.js';
import { useRefusal, useViewer } from '../../lib/viewer.js';
import { CreateToken } from './create-token.js';
import { texts } from './texts.js';
import { TokenListDocument, TokenRevokeDocument, type TokenRowFragment } from './tokens.generated.js';

const t = texts.list;

const FILTERS: readonly Filter[] = [
  { param: 'role', label: texts.common.role, isMultiple: true, options: optionsOf(texts.roles) },
  { param: 'state', label: t.status, options: optionsOf(t.statuses) },
];

/** `/tokens`: the API tokens. Only admins can see them; others see a note. */
export function TokensPage() {
  const refusal = useRefusal('ADMIN');
  const [isCreating, setCreating] = useState(false);
  const create = useCreateAction(t.title, texts.common.create, () => setCreating(true));
  return (
    <>
      <PageHeader title={t.title} actions={<ActionButton action={create} variant="primary" />} />
      {refusal ? <EmptyState title={t.adminsOnly}>{refusal}</EmptyState> : <TokenTable />}
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
    </>
  );
}

function TokenTable() {
  const [{ q, role, state }] = useUrlState();
  const viewer = useViewer();
  const [revoking, setRevoking] = useState<TokenRowFragment>();
  const chosen = choiceOf(state, t.statuses);
  const filter = given({
    search: q,
    role: choicesOf(role, texts.roles),
    inForce: chosen && chosen === 'in-force',
  });
  const list = useLiveList(TokenListDocument, {
    variables: { filter },
    connection: (data) => data.apiTokens,
    refetchOn: { record: ({ recordKind }) => recordKind === 'TOKEN' },
  });

  return (
    <>
      <FilterBar search={t.search} filters={FILTERS} />
      <DataTable
        label={t.title}
        list={list}
        columns={columnsOf(viewer.id, setRevoking)}
        isFiltered={Object.keys(filter).length > 0}
        empty={{ title: t.emptyTitle, children: t.empty, example: EXAMPLE }}
      />
      <RevokeToken token={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}

/** @param revoke asks for confirmation to revoke one */
function columnsOf(
  viewerId: string,
  revoke: (token: TokenRowFragment) => void,
): readonly Column<TokenRowFragment>[] {
  return [
    {
      header: texts.common.token,
      width: 'minmax(10rem,2fr)',
      cell: ({ id, name, hint }) => (
        <span className="flex items-baseline gap-1.5">
          <span className="truncate">{name}</span>
          <span className="shrink-0 font-mono text-xs font-normal text-muted">{hint}</span>
          {id === viewerId && <span className="shrink-0 text-xs font-normal text-accent">{t.yours}</span>}
        </span>
      ),
    },
    { header: texts.common.role, width: '6rem', cell: ({ role: of }) => texts.roles[of].label },
    {
      header: t.scope,
      width: 'minmax(7rem,2fr)',
      from: 'md',
      cell: ({ scope }) => {
        if (!scope) return <span className="text-muted">{t.noScope}</span>;
        const text = texts.scope(scope.agentIds, scope.scheduleLabels);
        return (
          <span className="block truncate" title={text}>
            {text}
          </span>
        );
      },
    },
    { header: t.status, width: '7rem', cell: (token) => <TokenState token={token} /> },
    {
      header: t.lastUsed,
      width: '7rem',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-muted">{t.never}</span>,
    },
    {
      header: texts.common.expires,
      width: '7rem',
      from: 'md',
      cell: ({ expiresAt }) =>
        expiresAt ? <Time at={expiresAt} /> : <span className="text-muted">{t.never}</span>,
    },
    { header: t.created, width: '7rem', from: 'lg', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      header: t.createdBy,
      width: 'minmax(6rem,1fr)',
      from: 'xl',
      cell: ({ createdBy, createdByName }) =>
        createdBy ? (
          <Who id={createdBy} name={createdByName} />
        ) : (
          <span className="text-muted">{t.callboard}</span>
        ),
    },
    {
      header: t.actions,
      isAction: true,
      width: '5rem',
      align: 'right',
      cell: (token) => (
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.revoke.labelOf(token.name)}
          disabledReason={token.revokedAt ? texts.revoke.alreadyRevoked : undefined}
          onClick={() => revoke(token)}
        >
          {texts.revoke.label}
        </Button>
      ),
    },
  ];
}

function TokenState({ token: { revokedAt, expiresAt } }: { token: TokenRowFragment }) {
  const now = useNow();
  const [status, label]: [Status, string] = revokedAt
    ? ['cancelled', t.revoked]
    : expiresAt && new Date(expiresAt) <= now
      ? ['disabled', t.expired]
      : ['completed', t.statuses['in-force']];
  return <StatusText status={status} label={label} />;
}

const EXAMPLE = `mutation {
  createApiToken(input: { name: "ci", role: OPERATOR }) {
    __typename
    ... on CreatedApiToken { token }
    ... on Error { message }
  }
}`;

/** Undefined if the dialog is closed. */
function RevokeToken({ token, onClose }: { token: TokenRowFragment | undefined; onClose: () => void }) {
  const viewer = useViewer();
  const [revoke] = useAction(TokenRevokeDocument, (data) => data.revokeApiToken);
  if (!token) return null;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={texts.revoke.title(token.name)}
      confirmLabel={token.id === viewer.id ? texts.revoke.confirmOwn : texts.revoke.confirm}
      isDanger
      onConfirm={async () => reportDone(await revoke({ id: token.id }), texts.revoke.done(token.name))}
    >
      {token.id === viewer.id && (
        <Callout kind="warning" className="mb-3">
          {texts.revoke.ownWarning}
        </Callout>
      )}
      {texts.revoke.effect}
    </ConfirmDialog>
  );
}
