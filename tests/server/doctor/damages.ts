import {copyFile, open, readdir, rm, truncate, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import pg from 'pg'
import {inDatabase} from '../../support/preparedData'
import type {Folder} from './healthy'

export interface Damage {
  name: string
  make(folder: Folder): Promise<unknown>
  /** With which it shows. */
  settings?: NodeJS.ProcessEnv
  /** Each finding that is wrong, in their order. */
  found: readonly RegExp[]
}

const PAGE = 8192
const RESTORE = 'Look at the disk, and restore the newest backup into a new folder\\.'

async function spoil(file: string, pages = Number.POSITIVE_INFINITY) {
  const handle = await open(file, 'r+')
  const {size} = await handle.stat()
  for (let at = 0; at < size && at / PAGE < pages; at += PAGE)
    await handle.write(Buffer.alloc(64, 0xff), 0, 64, at + 4000)
  await handle.close()
}

const byStatement = (statement: string) => async (folder: Folder) => {
  await inDatabase(folder.dataDir, ({pool}) => pool.query(statement))
}

const inCluster = (name: string, change: (file: string) => Promise<unknown>) => async (folder: Folder) => {
  await change(join(folder.dataDir, 'postgres', name))
}

const newestBackup = async ({backups}: Folder) => join(backups, (await readdir(backups))[0] ?? '')
const storedFile = async ({dataDir}: Folder) => {
  const stored = join(dataDir, 'assets', 'stored')
  return join(stored, (await readdir(stored))[0] ?? '')
}

const starts = (text: string) => new RegExp(`^WRONG   ${text}`, 's')

/** One of each kind: a file, a statement, what is read at the start, a backup, and a video. */
export const USUAL: readonly Damage[] = [
  {
    name: 'the file of a table that was cut',
    make: ({fileOf}) => truncate(fileOf('telemetry'), 2 * PAGE),
    found: [
      starts(
        `The table telemetry (lacks rows: it has \\d+, and its index \\S+ tells of 20000|can't be read by its index .*)\\. ${RESTORE}`,
      ),
    ],
  },
  {
    name: 'a table that was dropped',
    make: byStatement('drop table alarm_occurrence'),
    found: [starts(`The schema lacks the table alarm_occurrence\\. ${RESTORE}`)],
  },
  {
    name: 'settings that can not be used',
    make: ({dataDir}) => writeFile(join(dataDir, 'config.json'), '{broken'),
    settings: {MQTT_CERTIFICATE: '/nowhere/cert.pem', MQTT_KEY: '/nowhere/key.pem', REDIS_URL: 'redis://127.0.0.1:1'},
    found: [
      starts("The server can't start: .*config\\.json can't be used: SyntaxError"),
      starts("Devices can't connect by MQTT with TLS, see MQTT_CERTIFICATE and MQTT_KEY: ENOENT.*cert\\.pem"),
      starts("Redis does not answer at REDIS_URL, so servers don't hear of each other: connect ECONNREFUSED"),
    ],
  },
  {
    name: 'a newest backup that was cut, with as many bytes as it had',
    async make(folder) {
      const file = await newestBackup(folder)
      await spoil(file, 1)
    },
    found: [starts('\\S+\\.backup is no complete backup: ')],
  },
  {
    name: 'a video that is missing',
    make: async folder => rm(await storedFile(folder)),
    found: [starts('The file \\S+ of a video is missing: upload the video again')],
  },
]

export const FURTHER: readonly Damage[] = [
  {
    name: 'a damaged page of a table',
    make: ({fileOf}) => spoil(fileOf('organisation')),
    found: [
      starts(`The table organisation can't be read: invalid page in block 0 of relation .*\\. ${RESTORE}`),
      starts("References can't be looked at: invalid page"),
    ],
  },
  {
    name: 'the file of a table that is missing',
    make: ({fileOf}) => rm(fileOf('organisation')),
    found: [
      starts(`The table organisation can't be read: could not open file .*\\. ${RESTORE}`),
      starts("References can't be looked at: could not open file"),
    ],
  },
  {
    name: 'all pages of a primary key that are damaged',
    make: ({fileOf}) => spoil(fileOf('telemetry_device_number_key_id_ts_pk')),
    found: [
      starts(
        "The index telemetry_device_number_key_id_ts_pk can't be read: invalid page .*: reindex index telemetry_device_number_key_id_ts_pk$",
      ),
      starts("The history can't be looked at: invalid page"),
    ],
  },
  {
    name: 'the only page of an index that is damaged',
    make: ({fileOf}) => spoil(fileOf('telemetry_block_device_number_key_id_ts_pk')),
    found: [
      starts("The index telemetry_block_device_number_key_id_ts_pk can't be read: invalid page"),
      starts("The history can't be looked at: invalid page"),
    ],
  },
  {
    name: 'rows that went with their entries in the index',
    make: byStatement('delete from telemetry where ts >= 7200000 and ts < 10800000'),
    found: [starts(`1 hours of series have rollups, and their values are gone\\. ${RESTORE}`)],
  },
  {
    name: 'a parent that is gone',
    make: byStatement(`
      alter table device drop constraint device_organisation_id_organisation_id_fk;
      alter table asset drop constraint asset_organisation_id_organisation_id_fk;
      alter table digital_asset drop constraint digital_asset_organisation_id_organisation_id_fk;
      delete from organisation;
      alter table device add constraint device_organisation_id_organisation_id_fk
        foreign key (organisation_id) references organisation (id) not valid`),
    found: [
      starts(`The schema lacks the constraint asset_organisation_id_organisation_id_fk of asset\\. ${RESTORE}`),
      starts(
        `The schema lacks the constraint digital_asset_organisation_id_organisation_id_fk of digital_asset\\. ${RESTORE}`,
      ),
      starts(`1 rows of device belong to rows of organisation that are not there\\. ${RESTORE}`),
    ],
  },
  {
    name: 'a column that was renamed',
    make: byStatement('alter table device rename column name to title'),
    found: [starts(`The schema lacks the column device\\.name of the type text, not null\\. ${RESTORE}`)],
  },
  {
    name: 'a migration of which the database does not say that it has it',
    make: byStatement('delete from drizzle.__drizzle_migrations where id = 5'),
    found: [starts(`The database does not say that it has the migration of \\S+Z\\. ${RESTORE}`)],
  },
  {
    name: 'an identity that was set back',
    make: byStatement('alter table device alter column number restart with 1'),
    found: [
      starts(
        "The next number of device\\.number would be 1, and 1 is taken: select setval\\('public\\.device_number_seq', 1\\)$",
      ),
    ],
  },
  {
    name: 'a role that is missing',
    make: ({dataDir}) =>
      inDatabase(dataDir, async ({pool}) => {
        const client = new pg.Client(pool.options.connectionString?.replace('//pulsewall@', '//postgres@'))
        await client.connect()
        await client.query('alter role pulsewall rename to somebody')
        await client.end()
      }),
    found: [starts(`The database can't be looked at: role "pulsewall" does not exist. Start the server once`)],
  },
  {
    name: 'a newest backup that is something else',
    make: async folder => writeFile(await newestBackup(folder), 'this is no backup'),
    found: [starts('There is no backup of this database in ')],
  },
  {
    name: 'a backup of another installation',
    async make(folder) {
      const file = await newestBackup(folder)
      await copyFile(file, join(folder.backups, 'pulsewall-1.backup'))
      await rm(file)
    },
    found: [starts('There is no backup of this database in ')],
  },
  {
    name: 'a video that was cut',
    make: async folder => truncate(await storedFile(folder), 3),
    found: [starts('The file \\S+ of a video has 3 bytes, and not 7: upload the video again')],
  },
  {
    name: 'a control file that is damaged',
    make: inCluster('global/pg_control', file => writeFile(file, Buffer.alloc(PAGE, 0xff))),
    found: [
      starts(
        "The database can't be looked at: The database did not start: files .*Restore the newest backup into a new folder((?!initdb).)*$",
      ),
    ],
  },
  {
    name: 'a log of writes that was removed',
    make: inCluster('pg_wal', file => rm(file, {recursive: true})),
    found: [
      starts(
        "The database can't be looked at: The database did not start: files .*Restore the newest backup into a new folder",
      ),
    ],
  },
  {
    name: 'a version file that is missing',
    make: inCluster('PG_VERSION', file => rm(file)),
    found: [starts('There is no database in ')],
  },
  {
    name: 'a cluster that is a standby',
    make: inCluster('standby.signal', file => writeFile(file, '')),
    found: [
      starts("The database can't be looked at: .* waits for the log of another PostgreSQL \\(standby\\.signal\\)"),
    ],
  },
]
