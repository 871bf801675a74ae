import {expect, it} from 'vitest'
import {type DiskState, Disks} from '../../../../server/http/metrics/disks'
import {createLog} from '../../../../server/log/log'
import {realTime} from '../../../../server/scheduler'
import {fillDisk} from '../../../support/disk'
import {MUST_NOT_FAIL} from '../../../support/jobs'
import {mountSmallDisk} from '../../../support/smallDisk'
import {createWorld} from '../../../support/world'

const GIBIBYTE = 1024 ** 3

function createWatch(limits = {warning: 0.8, critical: 0.9}) {
  const lines: {level: string; msg: string}[] = []
  const states = new Map<string, DiskState>()
  const disks = new Disks({
    folders: {data: '/srv/data', uploads: '/srv/data/assets', backups: '/mnt/backups'},
    limits,
    readDisk: async folder => states.get(folder) ?? Promise.reject(new Error('ENOENT')),
    scheduler: {...realTime, now: () => 7},
    job: MUST_NOT_FAIL,
    log: createLog({level: 'info', stream: {write: line => lines.push(JSON.parse(line))}}),
  })
  return {
    disks,
    logged: () => lines.splice(0).map(({level, msg}) => `${level}: ${msg}`),
    async fill(used: number, folders = ['/srv/data', '/srv/data/assets'], id = 1) {
      for (const folder of folders) states.set(folder, {id, size: 100 * GIBIBYTE, free: (100 - used) * GIBIBYTE})
      await disks.look()
    },
  }
}

const WARNING = 'The disk of /srv/data is 80 % full, 20.0 GiB are free.'
const CRITICAL = 'The disk of /srv/data is 91 % full, 9.0 GiB are free: make room now, or nothing can be stored.'

it('tells at each limit once, for all that is on the disk, and when there is room again', async () => {
  const {disks, fill, logged} = createWatch()
  await fill(79)
  expect([disks.check(), disks.notices(), logged()]).toEqual([{warnings: []}, [], []])

  await fill(80)
  await fill(80)
  expect([disks.check(), logged()]).toEqual([{warnings: [WARNING]}, [`warn: ${WARNING}`]])

  await fill(91)
  expect(disks.check()).toEqual({warnings: [CRITICAL]})
  expect(disks.notices()).toEqual([
    {
      kind: 'disk',
      level: 'critical',
      holds: ['data', 'uploads'],
      folder: '/srv/data',
      usedPercent: 91,
      freeBytes: 9 * GIBIBYTE,
      at: 7,
    },
  ])
  expect(logged()).toEqual([`error: ${CRITICAL}`])

  await fill(50)
  expect([disks.check(), disks.notices()]).toEqual([{warnings: []}, []])
  expect(logged()).toEqual(['info: The disk of /srv/data has room again'])
})

it('does not tell again and again of a disk that stays at a limit', async () => {
  const {fill, logged} = createWatch()
  for (const used of [80, 79.5, 80, 79.2, 89.9, 90, 89.5, 90]) await fill(used)

  expect(logged().map(line => line.slice(0, 5))).toEqual(['warn:', 'error'])
})

it('reports each disk except those that can not be read', async () => {
  const {disks, fill} = createWatch({warning: 0.5, critical: 0.6})
  await fill(10)
  await fill(55, ['/mnt/backups'], 2)

  expect(disks.notices()).toMatchObject([{level: 'warning', holds: ['backups'], folder: '/mnt/backups'}])
  const metrics = await Promise.all(disks.metrics.map(({values}) => values()))
  expect(metrics.map(values => values.map(([holds]) => holds))).toEqual(Array(2).fill(['data uploads', 'backups']))
})

it('reads a real disk, warns in readiness while calls are served, and tells system admins', async context => {
  const folder = await mountSmallDisk(32)
  if (folder === undefined) return context.skip()
  const world = await createWorld({disks: {folders: {data: folder}, limits: {warning: 0.8, critical: 0.9}}})
  await using _ = {[Symbol.asyncDispose]: () => world.close()}
  fillDisk(folder, 5 * 1024 ** 2)
  await world.app.listen({port: 0})

  await expect
    .poll(async () => (await world.call('admin', 'GET', '/api/v0/system/notices')).json())
    .toMatchObject([{kind: 'disk', level: 'warning', folder, usedPercent: 84}])
  const ready = await world.app.inject('/readyz')
  expect([ready.statusCode, ready.json().warnings.some((text: string) => text.includes(folder))]).toEqual([200, true])
  expect((await world.app.inject('/metrics')).body).toMatch(/pulsewall_disk_used_ratio\{holds="data"\} 0\.84/)
  expect((await world.call('plant', 'GET', '/api/v0/system/notices')).statusCode).toBe(403)
})
