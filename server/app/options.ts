import {DAY, MINUTE} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import type {Authority} from '../../contract/wire/people/user'
import type {Access} from '../access/access'
import type {HashWork} from '../auth/passwords'
import type {Schedule} from '../backup/schedule'
import type {Database} from '../database/connect'
import type {MqttListening} from '../deviceApi/mqtt/listen'
import type {FileSettings} from '../files/openFiles'
import type {TokenLifetimes} from '../http/browser/cookies'
import type {DocsReaders} from '../http/browser/docs'
import type {DisksOptions} from '../http/metrics/disks'
import type {Metric} from '../http/metrics/metrics'
import {DEFAULT_RATE_LIMITS, type RateLimits} from '../http/rateLimits'
import {type Log, SILENT} from '../log/log'
import type {MailTransport} from '../mail/transport'
import type {RetentionDays} from '../retention/retention'
import {realTime, type Scheduler} from '../scheduler'

export interface AppOptions {
  database: Database
  /** The place of the assets' files, and their limits in bytes. */
  files: FileSettings
  scheduler?: Scheduler
  /** The longest time that values of devices wait for those of others, so that they share a commit. */
  ingestPace?: Milliseconds
  /** The longest that a call waits for an event; as long as it asks for, unless given. */
  longestWait?: Milliseconds
  /** The folder of the built client. Without it, only the API is served. */
  clientDir?: string
  /** Served as /config.json. */
  clientConfig?: ClientConfig
  /** False offers only the calls of the specification. The default is true. */
  additions?: boolean
  tokenLifetimes?: Partial<TokenLifetimes>
  rateLimits?: Partial<RateLimits>
  /** Whether users reach the server by https alone. Otherwise cookies are secure if their request came by https. */
  isPublicHttps?: boolean
  /** Addresses and networks of proxies that may name their callers, besides those on this machine. */
  trustedProxies?: readonly string[]
  /** The names by which the server is reached, besides that of `publicOrigin`, `localhost` and any IP address. */
  knownHosts?: readonly string[]
  /** The readers of the API's description. The default is `signedIn`. */
  docs?: DocsReaders
  /** The origins of clients besides the server's own. */
  allowedOrigins?: readonly string[]
  /** The time that a browser's socket may take to answer a ping. */
  livePingTimeout?: Milliseconds
  /** The longest time for evaluating a text of a tenant. */
  evaluationDeadline?: Milliseconds | undefined
  /** The Redis by which several servers on the same database publish events to each other. */
  redisUrl?: string | undefined
  /** The factor for the times to wait for Redis and the other servers. */
  redisPatience?: number
  /** The time that a request may take to arrive as a whole. */
  requestTimeout?: Milliseconds
  /** The transport of outgoing mail. Without it, mail stays in the database. */
  mailTransport?: MailTransport
  /** The signal that the server is about to be closed: from then on it says that it is not ready. */
  stopping?: AbortSignal
  /** Whether webhooks may call addresses of private networks. The default is false. */
  webhookAllowPrivate?: boolean
  /** A certificate that webhooks and pushes trust besides those of the machine. */
  webhookCa?: string
  /** The beginning of links in mails. The default is the address that the server listens on. */
  publicOrigin?: string
  /**
   * Rows that are added to the access table or replace some of its rows, for routes that are added to the built app.
   */
  furtherAccess?: Readonly<Record<string, Access>>
  /** The work to guess a password for someone who has read the database. Less work is for tests alone. */
  passwordWork?: HashWork
  /** The service that knows which passwords were breached. Without one, nobody is asked. */
  breachedPasswordsUrl?: string | undefined
  /** The authorities that do nothing without a second factor. The default is none. */
  secondFactorRequired?: readonly Authority[]
  /** The bearer may read the metrics from anywhere. Without a token, only programs on this machine may. */
  metricsToken?: string | undefined
  /** The folders, besides that of the files, whose disks are watched, and the shares in use that are reported. */
  disks?: Partial<Pick<DisksOptions, 'folders' | 'limits' | 'readDisk'>>
  /** Whether past days of telemetry are packed; the default is true. */
  packing?: boolean
  /** The days for which values and the audit trail are stored; for ever without a number. */
  retention?: RetentionDays
  /** Metrics counted outside of the app. */
  furtherMetrics?: readonly Metric[]
  /** The schedule of backups, which begins when the server listens. */
  backups?: Schedule | undefined
  /** The ports for devices that connect by MQTT. Without it, none can. */
  mqtt?: MqttListening
  /** Without it, nothing is logged. */
  log?: Log
}

export type Settings = ReturnType<typeof withDefaults>

const TOKEN_LIFETIMES: TokenLifetimes = {access: 15 * MINUTE, refresh: 30 * DAY, session: 90 * DAY}

export function withDefaults(options: AppOptions) {
  const {scheduler = realTime, additions = true, allowedOrigins = [], docs = 'signedIn', log = SILENT} = options
  const {now, elapsed} = scheduler
  return {
    ...options,
    scheduler,
    now,
    elapsed,
    additions,
    allowedOrigins,
    docs,
    log,
    lifetimes: {...TOKEN_LIFETIMES, ...options.tokenLifetimes},
    rateLimits: {...DEFAULT_RATE_LIMITS, ...options.rateLimits},
    clientConfig: options.clientConfig ?? clientConfig.parse({}),
  }
}
