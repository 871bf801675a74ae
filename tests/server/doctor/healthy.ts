import {execFile} from 'node:child_process'
import {createHash, randomUUID} from 'node:crypto'
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {backUpIfDue} from '../../../server/backup/schedule'
import {doctorCommand} from '../../../server/doctor/command'
import {openFiles} from '../../../server/files/openFiles'
import {SILENT} from '../../../server/log/log'
import {realTime} from '../../../server/scheduler'
import {createDataDir} from '../../support/dataDir'
import {inDatabase} from '../../support/preparedData'

/** A port at which nobody listens. */
const NOBODY = '1'
const HOUR = 3_600_000
const VIDEO = 'a video'

export interface Folder {
  dataDir: string
  backups: string
  /** The file of a table or an index. */
  fileOf(relation: string): string
}

/**
 * Creates the folder of a server that has stopped well, with records in most tables that matter. Tests take copies of it.
 */
export async function createHealthyFolder(): Promise<{copy(): Promise<Folder>; remove(): Promise<void>}> {
  const root = await mkdtemp(join(tmpdir(), 'pulsewall-healthy-'))
  const [dataDir, backups] = [join(root, 'data'), join(root, 'backups')]
  const paths = new Map<string, string>()
  await inDatabase(dataDir, async ({pool}) => {
    const video = randomUUID()
    await mkdir(join(dataDir, 'assets', 'stored'), {recursive: true})
    await writeFile(join(dataDir, 'assets', 'stored', video), VIDEO)
    for (const statement of CONTENTS) await pool.query(statement)
    await pool.query(
      `insert into digital_asset (id, asset_id, organisation_id, original_name, size, sha256, content_type, created_at)
       select $1, a.id, a.organisation_id, 'welcome.mp4', $2, $3, 'video/mp4', 0 from asset a`,
      [video, VIDEO.length, createHash('sha256').update(VIDEO).digest('hex')],
    )
    const {store} = await openFiles({folder: join(dataDir, 'assets')})
    const url = pool.options.connectionString ?? ''
    const configFile = join(dataDir, 'config.json')
    await backUpIfDue({url, store, configFile, folder: backups, every: HOUR, keep: 2, log: SILENT, scheduler: realTime})
    const {rows} = await pool.query<{name: string; path: string}>(
      "select relname as name, pg_relation_filepath(oid) as path from pg_class where relnamespace = 'public'::regnamespace",
    )
    for (const {name, path} of rows) paths.set(name, path)
    await pool.query('vacuum (freeze)')
  })
  return {
    async copy() {
      const folder = await createDataDir()
      // Also owners stay as they are.
      await promisify(execFile)('cp', ['-a', `${root}/.`, folder])
      const data = join(folder, 'data')
      return {
        dataDir: data,
        backups: join(folder, 'backups'),
        fileOf: relation => join(data, 'postgres', paths.get(relation) ?? `no ${relation}`),
      }
    },
    remove: () => rm(root, {recursive: true, force: true}),
  }
}

const CONTENTS = [
  `insert into organisation (id, title, created_at) values (gen_random_uuid(), 'Harbour Works', 0)`,
  `insert into device (id, organisation_id, name, created_at) select gen_random_uuid(), id, 'Boiler', 0 from organisation`,
  `insert into asset (id, organisation_id, name, created_at) select gen_random_uuid(), id, 'Welcome', 0 from organisation`,
  `insert into telemetry_key (name) values ('temperature')`,
  `insert into telemetry (device_number, key_id, ts, value)
   select d.number, k.id, n * 1000::bigint, n from device d, telemetry_key k, generate_series(0, 19999) n`,
  `insert into telemetry_rollup (device_number, key_id, minutes, ts, points, is_parted, high, low, magnitude, first, last,
     lowest, highest, first_at, last_at, lowest_at, highest_at, events)
   select d.number, k.id, 60, h * ${HOUR}::bigint, 3600, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
   from device d, telemetry_key k, generate_series(0, 4) h`,
  `insert into telemetry_block (device_number, key_id, ts, minutes, points, first_at, last_at, step, numbers)
   select d.number, k.id, n * 86400000::bigint, 1440, 1, 0, 0, 0, '{1}' from device d, telemetry_key k, generate_series(1, 100) n`,
]

/** Examines a folder, and returns the lines other than `ok`, and the end. */
export async function examine(
  {dataDir, backups}: Pick<Folder, 'dataDir'> & Partial<Folder>,
  {url, ...variables}: {url?: string | undefined} & NodeJS.ProcessEnv = {},
) {
  const lines: string[] = []
  const all = {DATA_DIR: dataDir, PORT: NOBODY, ...(backups && {BACKUP_DIR: backups}), ...variables}
  const end = await doctorCommand(url === undefined ? [] : [url], all, line => lines.push(line)).then(
    () => 'well',
    (error: Error) => error.message,
  )
  return {end, said: lines.filter(line => !line.startsWith('ok')), lines}
}
