import type { Queryable } from '../db/system/queryable.js';
import { type Pool, withTransaction } from '../runtime/database/pool.js';

const TICKERS = `
  AAPL=Apple; MSFT=Microsoft; NVDA=Nvidia; AMZN=Amazon; GOOGL=Alphabet; META=Meta Platforms; AVGO=Broadcom;
  TSLA=Tesla; BRK.B=Berkshire Hathaway; JPM=JPMorgan Chase; LLY=Eli Lilly; V=Visa; UNH=UnitedHealth;
  XOM=ExxonMobil; MA=Mastercard; COST=Costco; HD=Home Depot; PG=Procter & Gamble; JNJ=Johnson & Johnson;
  WMT=Walmart; NFLX=Netflix; ABBV=AbbVie; BAC=Bank of America; CRM=Salesforce; ORCL=Oracle; CVX=Chevron;
  MRK=Merck; KO=Coca-Cola; AMD=Advanced Micro Devices; PEP=PepsiCo; ACN=Accenture; LIN=Linde;
  TMO=Thermo Fisher; MCD=McDonald's; CSCO=Cisco; ADBE=Adobe; WFC=Wells Fargo; ABT=Abbott; GE=GE Aerospace;
  IBM=IBM; QCOM=Qualcomm; CAT=Caterpillar; DHR=Danaher; TXN=Texas Instruments; INTU=Intuit; VZ=Verizon;
  AMGN=Amgen; PM=Philip Morris; NOW=ServiceNow; ISRG=Intuitive Surgical; DIS=Walt Disney;
  NEE=NextEra Energy; PFE=Pfizer; SPGI=S&P Global; GS=Goldman Sachs; RTX=RTX; CMCSA=Comcast; T=AT&T;
  UNP=Union Pacific; LOW=Lowe's; AMAT=Applied Materials; PGR=Progressive; HON=Honeywell; TJX=TJX;
  BKNG=Booking Holdings; ETN=Eaton; BLK=BlackRock; SYK=Stryker; ELV=Elevance Health; BSX=Boston Scientific;
  COP=ConocoPhillips; VRTX=Vertex; LMT=Lockheed Martin; PLD=Prologis; C=Citigroup; MDT=Medtronic;
  ADP=Automatic Data Processing; BA=Boeing; PANW=Palo Alto Networks; REGN=Regeneron; CB=Chubb; DE=Deere;
  MMC=Marsh McLennan; AMT=American Tower; ADI=Analog Devices; GILD=Gilead; MU=Micron; LRCX=Lam Research;
  KLAC=KLA; SBUX=Starbucks; MDLZ=Mondelez; INTC=Intel; SO=Southern Company; CI=Cigna; SHW=Sherwin-Williams;
  ICE=Intercontinental Exchange; DUK=Duke Energy; MO=Altria; ZTS=Zoetis; SNPS=Synopsys; CDNS=Cadence;
  CL=Colgate-Palmolive; EQIX=Equinix; WM=Waste Management; CME=CME Group; TT=Trane; MCK=McKesson;
  CMG=Chipotle; NKE=Nike; AON=Aon; PYPL=PayPal; TDG=TransDigm; USB=U.S. Bancorp; CSX=CSX;
  MSI=Motorola Solutions; EOG=EOG Resources; PH=Parker Hannifin; TGT=Target; NOC=Northrop Grumman;
  FDX=FedEx
`
  .split(';')
  .map((entry) => entry.trim().split('=') as [symbol: string, name: string]);
/** The last ones are disabled. Every second one of the others has a newsletter. */
const ENABLED = 100;

export function hasTickerTable(pool: Pool): Promise<boolean> {
  return hasTable(pool, 'ticker');
}

/** Whether data sources would find a table of that name, whatever it contains. */
async function hasTable(client: Queryable, name: string): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT FROM pg_class WHERE lower(relname) = $1 AND relnamespace = ANY (current_schemas(false)::regnamespace[])',
    [name],
  );
  return rows.length > 0;
}

const READERS = ['Ada', 'Ben', 'Chidi', 'Dana', 'Emre', 'Fay', 'Gus', 'Hana'];
const ACTIVE_READERS = 6;

async function createUserTable(client: Queryable): Promise<void> {
  await client.query(`CREATE TABLE public."User" (
    id int PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    active boolean NOT NULL
  )`);
  await client.query(
    'INSERT INTO public."User" SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::boolean[])',
    [
      READERS.map((_, index) => index + 1),
      READERS,
      READERS.map((name) => `${name.toLowerCase()}@example.com`),
      READERS.map((_, index) => index < ACTIVE_READERS),
    ],
  );
}

/** Comment on the table while the rest of the sample is being saved, so that an interrupted start resumes. */
const BEING_LOADED = 'Sample of Callboard, being loaded';
const LOADED = 'Sample of Callboard';

/** Whether loading the sample was begun but not finished. */
export async function isSampleUnfinished(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ unfinished: boolean }>(
    `SELECT obj_description(to_regclass('public."Ticker"'), 'pg_class') IS NOT DISTINCT FROM $1 AS unfinished`,
    [BEING_LOADED],
  );
  return rows[0]?.unfinished === true;
}

export async function markSampleFinished(pool: Pool): Promise<void> {
  await pool.query(`COMMENT ON TABLE public."Ticker" IS '${LOADED}'`);
}

/**
 * Table `Ticker` in schema `public`: 120 rows, 100 of them enabled, 50 of those with a newsletter. Every fourth was added
 * before 2024. Also table `User`, unless it exists: eight readers, six of them active.
 */
export function createTickerTable(pool: Pool): Promise<void> {
  return withTransaction(pool, async (client) => {
    await client.query(`CREATE TABLE public."Ticker" (
      id text PRIMARY KEY,
      name text NOT NULL,
      enabled boolean NOT NULL,
      newsletter boolean NOT NULL,
      status text NOT NULL,
      active boolean NOT NULL,
      "createdAt" timestamptz NOT NULL,
      "tickerId" text GENERATED ALWAYS AS (id) STORED
    )`);
    await client.query(`COMMENT ON TABLE public."Ticker" IS '${BEING_LOADED}'`);
    await client.query(
      'INSERT INTO public."Ticker" (id, name, enabled, newsletter, status, active, "createdAt") SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[], $5::text[], $6::boolean[], $7::timestamptz[])',
      [
        TICKERS.map(([symbol]) => symbol),
        TICKERS.map(([, name]) => name),
        TICKERS.map((_, index) => index < ENABLED),
        TICKERS.map((_, index) => index < ENABLED && index % 2 === 0),
        TICKERS.map((_, index) => (index < ENABLED ? 'active' : 'inactive')),
        TICKERS.map((_, index) => index < ENABLED),
        TICKERS.map((_, index) => (index % 4 === 3 ? '2023-06-01T00:00:00Z' : '2024-03-01T00:00:00Z')),
      ],
    );
    if (!(await hasTable(client, 'user'))) await createUserTable(client);
  });
}
