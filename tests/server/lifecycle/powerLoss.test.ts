import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {createNumberedPoints} from '../../support/numberedPoints'
import {mountPoweredDisk} from '../../support/poweredDisk'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {IS_QUICK} from '../../support/tier'
import {unpackAll} from '../../support/unpackAll'

const LOSSES = IS_QUICK ? 1 : 4
const DEVICES = 8

it('loses no acknowledged point when the power goes, and needs no hands to start again', async context => {
  const disk = await mountPoweredDisk(500)
  if (!disk) return context.skip('no file system can be mounted here')
  const dataDir = `${disk.folder}/data`
  const tokens = await inDatabase(dataDir, database => createDevices(database, DEVICES))
  const {acknowledged, sendUntilRefused} = createNumberedPoints()

  for (let loss = 0; loss < LOSSES; loss++) {
    const server = startServerProcess({dataDir})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`Start ${loss} failed:\n${server.output()}`)
    const before = acknowledged.size
    const sending = tokens.map(token => sendUntilRefused(origin, token))
    while (acknowledged.size < before + 100 + loss * 70) await delay(5)
    disk.losePower()
    await server.end('SIGKILL')
    await Promise.all(sending)
    await disk.startAnew()
  }

  const stored = await inDatabase(dataDir, async ({pool}) => {
    await unpackAll(pool)
    const {rows} = await pool.query('select ts::float8 as ts from telemetry')
    return new Set(rows.map(({ts}) => ts))
  })
  expect([...acknowledged].filter(ts => !stored.has(ts))).toEqual([])
})
