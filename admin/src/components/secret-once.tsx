import { useEffect, useRef } from 'react';
import { Check, Copy } from '../icons/lucide.js';
import { useCopy } from '../lib/use-copy.js';
import { Button } from './button.js';
import { Callout } from './callout.js';

export interface SecretOnceProps {
  /** `Token`, `Secret`. */
  label: string;
  secret: string;
}

/**
 * A secret that cannot be shown again, with a copy button. It takes the focus, because it replaces the form that made
 * it.
 */
export function SecretOnce({ label, secret }: SecretOnceProps) {
  const { isCopied, copy } = useCopy(secret, { stays: true });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex flex-col gap-2">
      <Callout kind="warning">Copy it now and store it safely. It cannot be shown again.</Callout>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={field}
          readOnly
          aria-label={label}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          className="h-8 min-w-0 flex-1 basis-60 rounded-md border border-line-strong bg-canvas px-2 font-mono text-xs"
        />
        <Button
          variant={isCopied ? 'secondary' : 'primary'}
          className="h-8"
          icon={isCopied ? <Check className="size-4 text-green" /> : Copy}
          onClick={copy}
        >
          {isCopied ? 'Copied' : `Copy ${label.toLowerCase()}`}
        </Button>
      </div>
    </div>
  );
}
