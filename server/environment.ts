import {resolve} from 'node:path'
import * as z from 'zod'
import {RETENTION_DAYS} from '../contract/limits'
import {HOUR} from '../contract/rules/time/durations'
import type {Milliseconds} from '../contract/wire/common'
import type {ClientConfig} from '../contract/wire/config'
import {AUTHORITIES, type Authority} from '../contract/wire/people/user'
import {StartRefused} from './database/startRefused'
import type {DocsReaders} from './http/browser/docs'
import {isLoopback as isLoopbackAddress, isNetwork} from './http/network'
import {parseRateLimits, type RateLimits} from './http/rateLimits'
import type {LogFormat} from './log/log'

const ON_OFF = ['on', 'off', '1', '0', 'true', 'false'] as const
const isOn = (text: string) => !['off', '0', 'false'].includes(text)
const onOff = z.enum(ON_OFF, 'on or off').transform(isOn)
const address = (protocol: RegExp, example: string) => z.url({protocol, error: `an address such as ${example}`})
const hasNoPath = (url: string) => new URL(url).pathname === '/'
const ORIGIN_ALONE = 'the address of a host such as https://pulsewall.example: Pulsewall is not served under a path'
const TILES_EXAMPLE = 'https://tiles.example/{z}/{x}/{y}.png'
/** Browsers fill in the parts in braces, but not in the name of the host, which is in a header. */
const isTileTemplate = (url: string) =>
  /^[\w.:[\]-]+$/.test(new URL(url).host) && ['{z}', '{x}', '{y}'].every(part => url.includes(part))
const rateLimits = z
  .string()
  .refine(areRateLimits, 'rate limits such as 100:1,2000:60 (at most 100 in 1 s and 2,000 in 60 s)')

const KIBIBYTE = 1024
const GIBIBYTE = KIBIBYTE ** 3
const POWERS = ['', 'K', 'M', 'G', 'T']
/** A number of bytes, with a letter for powers of 1024. */
const bytes = z
  .string()
  .regex(/^[1-9]\d{0,11}[KMGT]?$/i, 'a number of bytes such as 500M or 2G')
  .transform(text => Number.parseInt(text, 10) * KIBIBYTE ** POWERS.indexOf(text.replace(/\d+/, '').toUpperCase()))

const listOf = (isOne: (text: string) => boolean, what: string) =>
  z
    .string()
    .transform(text => text.split(',').map(one => one.trim()))
    .refine(list => list.every(isOne), what)
    .default([])
const isAuthority = (text: string): text is Authority => AUTHORITIES.some(one => one === text)

const hours = z.string().regex(/^[1-9]\d{0,3}[hd]$/, 'a time such as 24h or 7d')

const percent = z.coerce.number('a percentage').min(1, 'a percentage').max(99, 'a percentage')
const days = z.coerce
  .number('a number of days')
  .int('a number of days')
  .min(1, 'at least 1 day')
  .max(RETENTION_DAYS, `at most ${RETENTION_DAYS} days`)
  .optional()

const port = z.coerce.number('a port number').int('a port number').min(0, 'a port number').max(65_535, 'a port number')
const path = z.string().transform(path => resolve(path))

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  MQTT: onOff.default(true),
  MQTT_PORT: port.default(1883),
  MQTTS_PORT: port.default(8883),
  MQTT_CERTIFICATE: path.optional(),
  MQTT_KEY: path.optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform(path => resolve(path)),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user@host/database').optional(),
  DATABASE_PATIENCE: z.coerce.number('a number').min(1, 'at least 1').max(100, 'at most 100').default(1),
  REDIS_URL: address(/^rediss?$/, 'redis://host:6379').optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user@host:587').optional(),
  PUBLIC_URL: address(/^https?$/, 'https://pulsewall.example')
    .refine(hasNoPath, ORIGIN_ALONE)
    .optional(),
  ALLOWED_HOSTS: listOf(isHostName, 'names of hosts such as pulsewall.local,walls.works.example'),
  TRUSTED_PROXIES: listOf(isNetwork, 'IP addresses or networks such as 10.0.0.5,172.16.0.0/12'),
  DOCS: z.enum(['on', 'off', 'public'], 'on, off or public').optional(),
  DEMO: z.enum([...ON_OFF, 'public'], 'on, off or public').default('off'),
  ADDITIONS: onOff.default(true),
  ASSETS_URL: address(/^s3$/, 's3://bucket/prefix?endpoint=https://host&region=eu-central-1').optional(),
  ASSETS_FILE_LIMIT: bytes.default(2 * GIBIBYTE),
  ASSETS_QUOTA: bytes.optional(),
  RATE_LIMITS_DEVICE: rateLimits.optional(),
  RATE_LIMITS_ORGANISATION: rateLimits.optional(),
  RATE_LIMITS_DEVICE_VALUES: rateLimits.optional(),
  RATE_LIMITS_ORGANISATION_VALUES: rateLimits.optional(),
  RATE_LIMITS_USER: rateLimits.optional(),
  WEBHOOK_ALLOW_PRIVATE: onOff.default(false),
  SECOND_FACTOR_REQUIRED: listOf(isAuthority, `authorities such as ${AUTHORITIES[0]}`),
  STOP_DELAY: z.coerce.number('a number of seconds').min(0, 'a number of seconds').default(0),
  SESSION_LIFETIME_DAYS: z.coerce.number('a number of days').positive('a number of days').default(90),
  BREACHED_PASSWORDS_URL: address(/^https?$/, 'https://api.pwnedpasswords.com/range').optional(),
  MAP_TILES_URL: address(/^https?$/, TILES_EXAMPLE)
    .refine(isTileTemplate, `an address such as ${TILES_EXAMPLE}`)
    .optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(200, 'at most 200 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  BACKUP_DIR: z
    .string()
    .transform(path => resolve(path))
    .optional(),
  BACKUP_EVERY: hours
    .default('24h')
    .transform(text => Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1) * HOUR),
  BACKUP_KEEP: z.coerce
    .number('a number of backups')
    .int('a number of backups')
    .min(1, 'a number of backups')
    .default(7),
  DISK_WARNING: percent.default(80),
  DISK_CRITICAL: percent.default(90),
  PACKING: onOff.default(true),
  RETENTION_DAYS: days,
  ROLLUP_DAYS: days,
  AUDIT_DAYS: days,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'debug, info, warn, error or silent').default('info'),
  LOG_FORMAT: z.enum(['json', 'text'], 'json or text').optional(),
})

export interface Environment {
  host: string
  port: number
  /** Undefined when it is off. By TLS, too, with a certificate and its key, which are absolute paths. */
  mqtt: {port: number; tls: {port: number; certificate: string; key: string} | undefined} | undefined
  /** An absolute path. */
  dataDir: string
  databaseUrl: string | undefined
  /** The factor for the times to wait for the database. */
  databasePatience: number
  redisUrl: string | undefined
  smtpUrl: string | undefined
  publicUrl: string | undefined
  /** Names by which the server is reached besides that of `publicUrl`. */
  allowedHosts: readonly string[]
  /** Addresses and networks of proxies besides those on this machine. */
  trustedProxies: readonly string[]
  docs: DocsReaders
  demo: boolean
  /** False offers only the calls of the specification. */
  additions: boolean
  /** The limits in bytes. A quota of null is no limit. */
  files: {url: string | undefined; fileLimit: number; quota: number | null}
  /** Holds only the limits that were set. */
  rateLimits: Partial<RateLimits>
  /** Whether webhooks may call addresses of private networks. */
  webhookAllowPrivate: boolean
  /** The authorities that do nothing without a second factor. */
  secondFactorRequired: readonly Authority[]
  /** The time for which the server goes on serving after it has begun to say that it stops. */
  stopDelay: Milliseconds
  sessionLifetimeDays: number
  breachedPasswordsUrl: string | undefined
  /** The source of the maps' tiles, and its attribution. */
  mapTiles: ClientConfig['mapTiles']
  metricsToken: string | undefined
  /** Undefined without a schedule. The folder is an absolute path. */
  backups: {folder: string; every: Milliseconds; keep: number} | undefined
  /** The shares of a disk in use from which it is reported. */
  diskLimits: {warning: number; critical: number}
  /** Whether days that are over are packed. */
  packing: boolean
  /** The days of retention; for ever without a number. */
  retention: {values: number | undefined; rollups: number | undefined; audit: number | undefined}
  logLevel: z.infer<typeof schema>['LOG_LEVEL']
  /** Undefined leaves it to where the log goes. */
  logFormat: LogFormat | undefined
}

/** Reads the variables that docs/settings.md describes. An empty one counts as not set. Throws `StartRefused`. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) throw new StartRefused(result.error.issues.map(explain).join('\n'))
  const {data} = result
  if (isOn(data.DEMO) && data.DEMO !== 'public' && !isLoopback(data.HOST)) throw new StartRefused(OPEN_DEMO)
  return {
    host: data.HOST,
    port: data.PORT,
    mqtt: data.MQTT ? {port: data.MQTT_PORT, tls: mqttTls(data)} : undefined,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databasePatience: data.DATABASE_PATIENCE,
    redisUrl: data.REDIS_URL,
    smtpUrl: data.SMTP_URL,
    publicUrl: data.PUBLIC_URL,
    allowedHosts: data.ALLOWED_HOSTS,
    trustedProxies: data.TRUSTED_PROXIES,
    docs: DOCS_READERS[data.DOCS ?? (isOn(data.DEMO) ? 'public' : 'on')],
    demo: isOn(data.DEMO),
    additions: data.ADDITIONS,
    files: {url: data.ASSETS_URL, fileLimit: data.ASSETS_FILE_LIMIT, quota: data.ASSETS_QUOTA ?? null},
    rateLimits: {
      ...(data.RATE_LIMITS_DEVICE && {device: data.RATE_LIMITS_DEVICE}),
      ...(data.RATE_LIMITS_ORGANISATION && {organisation: data.RATE_LIMITS_ORGANISATION}),
      ...(data.RATE_LIMITS_DEVICE_VALUES && {deviceValues: data.RATE_LIMITS_DEVICE_VALUES}),
      ...(data.RATE_LIMITS_ORGANISATION_VALUES && {organisationValues: data.RATE_LIMITS_ORGANISATION_VALUES}),
      ...(data.RATE_LIMITS_USER && {user: data.RATE_LIMITS_USER}),
    },
    webhookAllowPrivate: data.WEBHOOK_ALLOW_PRIVATE,
    secondFactorRequired: data.SECOND_FACTOR_REQUIRED.filter(isAuthority),
    stopDelay: data.STOP_DELAY * 1000,
    sessionLifetimeDays: data.SESSION_LIFETIME_DAYS,
    breachedPasswordsUrl: data.BREACHED_PASSWORDS_URL,
    mapTiles: mapTiles(data),
    metricsToken: data.METRICS_TOKEN,
    backups: data.BACKUP_DIR ? {folder: data.BACKUP_DIR, every: data.BACKUP_EVERY, keep: data.BACKUP_KEEP} : undefined,
    diskLimits: {warning: data.DISK_WARNING / 100, critical: data.DISK_CRITICAL / 100},
    packing: data.PACKING,
    retention: {values: data.RETENTION_DAYS, rollups: data.ROLLUP_DAYS, audit: data.AUDIT_DAYS},
    logLevel: data.LOG_LEVEL,
    logFormat: data.LOG_FORMAT,
  }
}

function mqttTls({MQTTS_PORT: port, MQTT_CERTIFICATE: certificate, MQTT_KEY: key}: z.infer<typeof schema>) {
  if (certificate !== undefined && key !== undefined) return {port, certificate, key}
  if (certificate === key) return undefined
  throw new StartRefused('MQTT_CERTIFICATE and MQTT_KEY must be set together.')
}

function mapTiles({MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution}: z.infer<typeof schema>) {
  if (url !== undefined && attribution !== undefined) return {url, attribution}
  if (url === attribution) return undefined
  throw new StartRefused('MAP_TILES_URL and MAP_TILES_ATTRIBUTION must be set together.')
}

function explain({path, message}: z.core.$ZodIssue): string {
  return `${path.join('.')} must be ${message}.`
}

const OPEN_DEMO =
  'The passwords of the demo accounts are public, so the demo is served to this machine alone. ' +
  'Take the default HOST, or open it to everybody who can reach HOST with DEMO=public.'

function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host)
}

const DOCS_READERS = {on: 'signedIn', off: 'nobody', public: 'everyone'} as const

function isHostName(text: string): boolean {
  return /^[a-z\d]([a-z\d._-]*[a-z\d])?$/i.test(text)
}

function areRateLimits(text: string): boolean {
  try {
    return parseRateLimits(text).length > 0
  } catch {
    return false
  }
}
