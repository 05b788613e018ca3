import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Logo } from '../../app/logo.js';
import { forgetSession } from '../../app/session.js';
import { cn } from '../../lib/class-names.js';
import { hasIdentityProvider, signIn } from '../../lib/session.js';
import { choiceOf, type UrlState } from '../../lib/url-state.js';
import { texts } from './texts.js';

const t = texts.page;

/**
 * Reads the fragment of the URL: the code of a one-time sign-in link, or why the identity provider did not sign in
 * the user. The fragment is removed immediately, so that it is not kept in the history.
 */
function readLinkInAddress(): { code: string | null; problem: string | null } {
  const given = new URLSearchParams(location.hash.slice(1));
  const [code, problem] = [given.get('code'), given.get('problem')];
  if (code !== null || problem !== null)
    history.replaceState(history.state, '', location.pathname + location.search);
  return { code, problem };
}

/** Signs in, at once with the code of a link, and leads to the page that was asked for. */
function useSignIn() {
  const { next, ended }: UrlState = useSearch({ strict: false });
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  /** Why the identity provider did not sign in the user. The token is not affected. */
  const [providerProblem, setProviderProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasProvider, setHasProvider] = useState(false);

  async function enter(proof: { token: string } | { code: string }): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    setProviderProblem(undefined);
    const result = await signIn(proof);
    if (result.kind === 'error') {
      setBusy(false);
      return setProblem(result.message);
    }
    await forgetSession();
    // Only a path of this server, so that a link cannot lead anywhere else.
    const to = next?.startsWith('/') && !next.startsWith('//') ? next : '/';
    router.history.replace(`/admin${to === '/' ? '' : to}`);
  }

  function enterToken(token: string): void {
    if (token === '') setProblem(t.tokenMissing);
    else if (!isBusy) void enter({ token });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the link is opened
  useEffect(() => {
    document.title = t.documentTitle;
    const given = readLinkInAddress();
    if (given.code) void enter({ code: given.code });
    if (given.problem) {
      const known = choiceOf(given.problem, texts.providerProblems);
      setProviderProblem(known ? texts.providerProblems[known] : texts.providerFailed);
    }
    void hasIdentityProvider().then(setHasProvider);
  }, []);

  return { next, ended, problem, providerProblem, isBusy, hasProvider, enterToken };
}

const PRIMARY = 'bg-accent font-medium text-accent-ink hover:brightness-110';

export function SignInPage() {
  const { next, ended, problem, providerProblem, isBusy, hasProvider, enterToken } = useSignIn();
  const [token, setToken] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    enterToken(token.trim());
  }

  return (
    <main className="grid min-h-full place-items-center bg-canvas p-4">
      <form
        noValidate
        onSubmit={submit}
        aria-label={t.form}
        className="flex w-full max-w-sm flex-col gap-3 rounded-lg border bg-surface p-6 shadow-pop"
      >
        <div className="flex items-center gap-2">
          <Logo />
          <h1 className="text-base font-semibold">{t.title}</h1>
        </div>
        {ended && !problem && !providerProblem && (
          <p role="status" className="rounded-md bg-amber-soft px-3 py-2 text-amber">
            {t.ended}
          </p>
        )}
        {providerProblem && (
          <p role="alert" className="rounded-md bg-red-soft px-3 py-2 text-red">
            {providerProblem}
          </p>
        )}
        {hasProvider && <ProviderLink next={next} />}
        <TokenField
          value={token}
          onValue={setToken}
          problem={problem}
          hint={hasProvider ? t.tokenHintBesideProvider : t.tokenHint}
        >
          <button
            type="submit"
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
            className={cn(
              'h-9 rounded-md',
              hasProvider ? 'border border-line-strong bg-surface font-medium hover:bg-hover' : PRIMARY,
            )}
          >
            {hasProvider ? t.submitBesideProvider : t.form}
          </button>
        </TokenField>
      </form>
    </main>
  );
}

function ProviderLink({ next = '/' }: { next: string | undefined }) {
  return (
    <>
      <a
        href={`/admin/oidc/sign-in?next=${encodeURIComponent(next)}`}
        className={cn('grid h-9 place-items-center rounded-md', PRIMARY)}
      >
        {t.provider}
      </a>
      <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t.or}
      </p>
    </>
  );
}

interface TokenFieldProps {
  value: string;
  onValue: (value: string) => void;
  problem: string | undefined;
  hint: string;
  /** The button, between the field and its hint. */
  children: ReactNode;
}

function TokenField({ value, onValue, problem, hint, children }: TokenFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="mt-1 font-medium">
        {t.token}
      </label>
      <input
        id={id}
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: it is the purpose of the page
        autoFocus
        value={value}
        onChange={(event) => onValue(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
        className="h-9 rounded-md border border-line-strong bg-surface px-2.5 font-mono aria-invalid:border-red"
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-red">
          {problem}
        </p>
      )}
      {children}
      <p id={`${id}-hint`} className="text-xs text-muted">
        {hint}
      </p>
    </>
  );
}
