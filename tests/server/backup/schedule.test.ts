import {readdir, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {openBackup} from '../../../server/backup/restore'
import {backUpIfDue} from '../../../server/backup/schedule'
import {openFiles} from '../../../server/files/openFiles'
import {SILENT} from '../../../server/log/log'
import {realTime} from '../../../server/scheduler'
import {createTestDatabase} from '../../support/database'
import {createDataDir} from '../../support/dataDir'
import {startServerProcess} from '../../support/serverProcess'

const HOUR = 3_600_000

async function createSchedule() {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  const dataDir = await createDataDir()
  const folder = join(dataDir, 'backups')
  const {store} = await openFiles({folder: join(dataDir, 'assets')})
  const options = {
    ...{url: database.pool.options.connectionString ?? '', store, configFile: join(dataDir, 'config.json')},
    ...{folder, every: 24 * HOUR, keep: 2, log: SILENT},
  }
  const backUpAt = (hour: number, freeBytes?: () => Promise<number>) =>
    backUpIfDue({...options, scheduler: {...realTime, now: () => hour * HOUR}, ...(freeBytes && {freeBytes})})
  return {folder, backUpAt}
}

it('backs up when it is due, keeps the newest ones, and touches nothing else in the folder', async () => {
  const {folder, backUpAt} = await createSchedule()

  expect(await backUpAt(100)).toBe(24 * HOUR)
  expect(await backUpAt(123)).toBe(HOUR)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  await writeFile(join(folder, 'pulsewall-1.backup.unfinished'), 'left by a server that was killed')
  await backUpAt(124)
  await backUpAt(148)

  const [older, newer] = [124, 148].map(hour => `pulsewall-${hour * HOUR}.backup`)
  expect((await readdir(folder)).sort()).toEqual(['notes.txt', older, newer].sort())
  expect((await openBackup(join(folder, `${newer}`))).head.createdAt).toBe(148 * HOUR)
})

it('keeps the backups that it has while there is no room for another', async () => {
  const {folder, backUpAt} = await createSchedule()
  await backUpAt(100)
  await backUpAt(124)
  const before = await readdir(folder)

  await expect(backUpAt(148, async () => 0)).rejects.toThrow('Make room there')

  expect(await readdir(folder)).toEqual(before)
})

it('is kept by a server with a BACKUP_DIR', async () => {
  const dataDir = await createDataDir()
  const folder = join(dataDir, 'backups')
  const server = startServerProcess({dataDir, environment: {DEMO: 'off', BACKUP_DIR: folder}})
  onTestFinished(() => void server.end('SIGKILL'))
  await server.origin

  await expect.poll(() => readdir(folder)).toEqual([expect.stringMatching(/^pulsewall-\d+\.backup$/)])
  expect(await server.end('SIGTERM')).toBe(0)
})

it('makes one backup when several servers share the folder', async () => {
  const {folder, backUpAt} = await createSchedule()

  await Promise.all([backUpAt(100), backUpAt(100), backUpAt(100)])

  expect(await readdir(folder)).toHaveLength(1)
})

it('goes on after the clock was set back, and keeps what was made before', async () => {
  const {folder, backUpAt} = await createSchedule()
  await backUpAt(1_000)
  await backUpAt(2_000)

  await backUpAt(100)
  expect(await backUpAt(101)).toBe(23 * HOUR)

  const expected = [100, 1_000, 2_000].map(hour => `pulsewall-${hour * HOUR}.backup`)
  expect((await readdir(folder)).sort()).toEqual(expected.sort())
})
