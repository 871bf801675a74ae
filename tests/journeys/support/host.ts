import {join} from 'node:path'
import type {ClientConfig} from '../../../contract/wire/config'
import {buildApp} from '../../../server/app'
import type {AppOptions} from '../../../server/app/options'
import {readClientConfig} from '../../../server/clientConfig'
import type {Database} from '../../../server/database/connect'
import {openMail} from '../../../server/mail/openMail'
import type {Scheduler} from '../../../server/scheduler'
import {LITTLE_WORK} from '../../support/app'
import {LONGEST_WAIT} from '../../support/limits'

const CLIENT_DIR = join(import.meta.dirname, '../../../dist/client')

export interface ServerOptions {
  dataDir: string
  database: Database
  /** False: only the calls of the specification. */
  additions: boolean
  /** Absent: the real one. */
  time?: Scheduler | undefined
  /** The hosts that webhooks and pushes may reach, and the mail server. */
  reach?: Pick<AppOptions, 'webhookAllowPrivate' | 'webhookCa' | 'mailTransport'> | undefined
  mapTiles?: ClientConfig['mapTiles']
}

export interface JourneyServer {
  origin: string
  stop(): Promise<void>
}

/** The real server on a free port of this process, which starts in a tenth of the time that one of its own takes. */
export async function startServer(options: ServerOptions): Promise<JourneyServer> {
  const {dataDir, database, additions, time, reach, mapTiles} = options
  const clientConfig = await readClientConfig(dataDir, {mapTiles})
  const app = await buildApp({
    database,
    files: {folder: join(dataDir, 'assets')},
    clientConfig,
    additions,
    passwordWork: LITTLE_WORK,
    evaluationDeadline: LONGEST_WAIT,
    ...(time && {scheduler: time}),
    clientDir: CLIENT_DIR,
    mailTransport: openMail({dataDir, smtpUrl: undefined, publicUrl: undefined}, () => {}),
    ...reach,
  })
  // Clients take the time of the server from its answers.
  if (time)
    app.server.prependListener('request', (_, response) =>
      response.setHeader('date', new Date(time.now()).toUTCString()),
    )
  return {origin: await app.listen({host: '127.0.0.1', port: 0}), stop: () => app.close()}
}
