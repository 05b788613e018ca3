export type CountPrecision = 'EXACT' | 'ESTIMATE' | 'AT_LEAST';

export interface ListCount {
  shown: number;
  hasMore: boolean;
  totalCount?: number | undefined;
  precision?: CountPrecision | undefined;
}

/** `12 total`, `50 of 1,234`, `50 of 5,000+`, `50 of about 1.2M`. */
export function countText({ shown, hasMore, totalCount, precision = 'EXACT' }: ListCount): string {
  const number = shown.toLocaleString('en');
  if (totalCount === undefined || totalCount <= shown || !hasMore)
    return `${number} ${hasMore ? 'shown' : 'total'}`;
  if (precision === 'AT_LEAST') return `${number} of ${totalCount.toLocaleString('en')}+`;
  if (precision === 'ESTIMATE')
    return `${number} of about ${totalCount.toLocaleString('en', { notation: 'compact' })}`;
  return `${number} of ${totalCount.toLocaleString('en')}`;
}

/** `1 job`, `12,000 jobs`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
