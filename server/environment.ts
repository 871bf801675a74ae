import {resolve} from 'node:path'
import * as z from 'zod'
import {StartRefused} from './database/startRefused'

const onOff = z
  .enum(['on', 'off', '1', '0', 'true', 'false'], 'on or off')
  .transform(text => text === 'on' || text === '1' || text === 'true')
const address = (protocol: RegExp, example: string) => z.url({protocol, error: `an address such as ${example}`})

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('a port number').int('a port number').min(0, 'a port number').max(65_535, 'a port number').default(3000),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform(path => resolve(path)),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user@host/database').optional(),
  REDIS_URL: address(/^rediss?$/, 'redis://host:6379').optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user@host:587').optional(),
  PUBLIC_URL: address(/^https?$/, 'https://pulsewall.example').optional(),
  DEMO: onOff.default(false),
  ADDITIONS: onOff.default(true),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'debug, info, warn, error or silent').default('warn'),
})

export interface Environment {
  host: string
  port: number
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  smtpUrl: string | undefined
  publicUrl: string | undefined
  demo: boolean
  /** Off: only the calls of the specification. */
  additions: boolean
  logLevel: z.infer<typeof schema>['LOG_LEVEL']
}

/** Reads the variables of the README. An empty one counts as not set. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) throw new StartRefused(result.error.issues.map(explain).join('\n'))
  const {data} = result
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    smtpUrl: data.SMTP_URL,
    publicUrl: data.PUBLIC_URL,
    demo: data.DEMO,
    additions: data.ADDITIONS,
    logLevel: data.LOG_LEVEL,
  }
}

function explain({path, message}: z.core.$ZodIssue): string {
  return `${path.join('.')} must be ${message}.`
}
