import {mkdir, readdir, truncate, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished, vi} from 'vitest'
import {openBackup, restore} from '../../../server/backup/restore'
import {backUpIfDue, createSchedule} from '../../../server/backup/schedule'
import {openFiles} from '../../../server/files/openFiles'
import {SILENT} from '../../../server/log/log'
import {realTime} from '../../../server/scheduler'
import {createTestDatabase} from '../../support/database'
import {createDataDir} from '../../support/dataDir'
import {deep} from '../../support/deep'
import {keepFailures} from '../../support/jobs'
import {startServerProcess} from '../../support/serverProcess'
import {createVirtualTime} from '../../support/virtualTime'
import {createWorld} from '../../support/world'

const HOUR = 3_600_000

async function createBackups(shared?: string) {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  const dataDir = await createDataDir()
  const folder = shared ?? join(dataDir, 'backups')
  const {store} = await openFiles({folder: join(dataDir, 'assets')})
  const options = {
    url: database.pool.options.connectionString ?? '',
    store,
    configFile: join(dataDir, 'config.json'),
    folder,
    every: 24 * HOUR,
    keep: 2,
    log: SILENT,
  }
  const backUpAt = (hour: number, freeBytes?: () => Promise<number>) =>
    backUpIfDue({...options, scheduler: {...realTime, now: () => hour * HOUR}, ...(freeBytes && {freeBytes})})
  return {folder, backUpAt, pool: database.pool, options}
}

it('backs up when it is due, keeps the newest ones, and touches nothing else in the folder', async () => {
  const {folder, backUpAt, pool} = await createBackups()

  expect(await backUpAt(100)).toBe(24 * HOUR)
  expect(await backUpAt(123)).toBe(HOUR)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  await pool.query('insert into scheduled_backup (at) values (1)')
  await writeFile(join(folder, 'pulsewall-1.backup.unfinished'), 'left by a server that was killed')
  await writeFile(join(folder, 'pulsewall-2.backup.unfinished'), 'at which another installation is')
  await backUpAt(124)
  await backUpAt(148)

  const [older, newer] = [124, 148].map(hour => `pulsewall-${hour * HOUR}.backup`)
  const others = ['notes.txt', 'pulsewall-2.backup.unfinished']
  expect((await readdir(folder)).sort()).toEqual([...others, older, newer].sort())
  expect((await openBackup(join(folder, `${newer}`))).head.createdAt).toBe(148 * HOUR)
})

it('keeps the backups that it has while there is no room for another', async () => {
  const {folder, backUpAt} = await createBackups()
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
  const {folder, backUpAt} = await createBackups()

  await Promise.all([backUpAt(100), backUpAt(100), backUpAt(100)])

  expect(await readdir(folder)).toHaveLength(1)
})

it('goes on after the clock was set back, and keeps what was made before', async () => {
  const {folder, backUpAt} = await createBackups()
  await backUpAt(1_000)
  await backUpAt(2_000)

  await backUpAt(100)
  expect(await backUpAt(101)).toBe(23 * HOUR)

  const expected = [100, 1_000, 2_000].map(hour => `pulsewall-${hour * HOUR}.backup`)
  expect((await readdir(folder)).sort()).toEqual(expected.sort())
})

it.each([
  [
    'something else that has such a name',
    (folder: string) => writeFile(join(folder, `pulsewall-${99 * HOUR}.backup`), 'no backup'),
  ],
  [
    'one of its own that was cut',
    async (folder: string, backUpAt: (hour: number) => Promise<unknown>) => {
      await backUpAt(99)
      await truncate(join(folder, `pulsewall-${99 * HOUR}.backup`), 1_000)
    },
  ],
])('does not take %s for a backup', async (_, leave) => {
  const {folder, backUpAt, options} = await createBackups()
  await mkdir(folder)
  await leave(folder, backUpAt)
  const schedule = createSchedule({...options, scheduler: {...realTime, now: () => 100 * HOUR}})
  expect(await schedule.newestAt()).toBeUndefined()

  await backUpAt(100)

  expect(await readdir(folder)).toContain(`pulsewall-${100 * HOUR}.backup`)
  expect(await schedule.newestAt()).toBe(100 * HOUR)
})

it('backs up each of two installations that share a folder, and leaves each its own', async () => {
  const one = await createBackups()
  const other = await createBackups(one.folder)

  for (const hour of [100, 124, 148]) {
    await one.backUpAt(hour)
    await other.backUpAt(hour + 1)
  }

  const kept = [124, 125, 148, 149].map(hour => `pulsewall-${hour * HOUR}.backup`)
  expect((await readdir(one.folder)).sort()).toEqual(kept.sort())
})

it('leaves the backups of the installation alone from which it was restored', async () => {
  const first = await createBackups()
  await first.backUpAt(100)
  const restored = await createBackups(first.folder)
  const file = join(first.folder, `pulsewall-${100 * HOUR}.backup`)
  const incoming = join(first.folder, '..', 'incoming')
  await restore(file, await openBackup(file), {...restored.options, incoming})

  await restored.backUpAt(101)

  const both = [100, 101].map(hour => `pulsewall-${hour * HOUR}.backup`)
  expect((await readdir(first.folder)).sort()).toEqual(both)
})

it('reports a backup that failed until the next one succeeds', async () => {
  const {folder, backUpAt, options} = await createBackups()
  await backUpAt(100)
  const time = createVirtualTime(124 * HOUR)
  let free = 0
  const schedule = createSchedule({...options, scheduler: time, freeBytes: async () => free})
  const failures: string[] = []
  schedule.start(keepFailures(failures))
  onTestFinished(schedule.stop)

  await vi.waitFor(() => expect(schedule.notices()).toHaveLength(1))
  expect(failures).toEqual([
    expect.stringMatching(/^The backup may take .* Make room there, or back up to another disk$/),
  ])
  const notice = {kind: 'backup', folder, newestAt: 100 * HOUR, at: 124 * HOUR}
  expect(schedule.notices()).toEqual([{...notice, level: 'warning'}])
  time.set(148 * HOUR)
  expect(schedule.notices()).toEqual([{...notice, level: 'critical'}])

  free = Number.POSITIVE_INFINITY
  await time.advance(HOUR)
  await vi.waitFor(() => expect(schedule.notices()).toEqual([]))
  expect(schedule.failures()).toBe(1)
})

it('tells system admins of a backup that failed', async () => {
  const {folder, options} = await createBackups()
  const schedule = createSchedule({...options, scheduler: createVirtualTime(HOUR), freeBytes: async () => 0})
  const world = await createWorld({backups: schedule})
  onTestFinished(world.close)
  schedule.start(keepFailures([]))
  await schedule.stop()

  const notices = await world.call('admin', 'GET', '/api/v0/system/notices')
  expect(notices.json()).toEqual([{kind: 'backup', level: 'critical', folder, newestAt: null, at: HOUR}])
})

deep('is told of by the server whose backup failed, in readiness and metrics', async () => {
  const dataDir = await createDataDir()
  const file = join(dataDir, 'no folder')
  await writeFile(file, '')
  const server = startServerProcess({dataDir: join(dataDir, 'data'), environment: {DEMO: 'off', BACKUP_DIR: file}})
  onTestFinished(() => void server.end('SIGKILL'))
  const origin = await server.origin
  const ask = async (path: string) => (await fetch(`${origin}${path}`)).text()

  await vi.waitFor(async () =>
    expect(JSON.parse(await ask('/readyz'))).toEqual({
      status: 'ready',
      warnings: [expect.stringMatching(/^Backups fail, since \S+: EEXIST\.$/)],
    }),
  )
  const metrics = await ask('/metrics')
  expect(metrics).toContain('pulsewall_backup_failures_total 1\n')
  expect(metrics).toContain('pulsewall_background_failures_total{work="backups"} 1\n')
  expect(metrics).toMatch(/^pulsewall_backup_last_success_timestamp_seconds nan$/im)
})
