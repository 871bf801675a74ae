import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {organisation} from '../../../server/database/schema/organisation'
import {runScript} from '../../support/command'
import {createDataDir} from '../../support/dataDir'
import {inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'

/** Runs the script of `npm run backup` or `npm run restore`. */
const run = (command: string, file: string, dataDir: string) => runScript(command, [file], dataDir)

const titlesIn = (dataDir: string) =>
  inDatabase(dataDir, async ({db}) => await db.select({title: organisation.title}).from(organisation))

it('backs up a server that runs, and restores it into an empty folder, once', async () => {
  const [dataDir, target] = [await createDataDir(), await createDataDir()]
  await inDatabase(dataDir, ({db}) => db.insert(organisation).values({title: 'Harbour Works'}))
  const server = startServerProcess({dataDir, environment: {DEMO: 'off'}})
  onTestFinished(() => void server.end('SIGKILL'))
  const origin = await server.origin
  const file = join(target, 'pulsewall.backup')

  const backup = await run('backup', file, dataDir)
  const alive = await fetch(`${origin}/healthz`)
  const restored = await run('restore', file, join(target, 'data'))
  const again = await run('restore', file, join(target, 'data'))

  expect(backup).toEqual({code: 0, said: expect.stringMatching(/holds \d+ rows and 0 files in [\d,]+ bytes\.\n$/)})
  expect(alive.status).toBe(200)
  expect(restored).toEqual({code: 0, said: expect.stringMatching(/^Restored what was stored at .*counts and sums/)})
  expect(again).toEqual({code: 1, said: expect.stringContaining('The database is not empty')})
  expect(await titlesIn(join(target, 'data'))).toEqual([{title: 'Harbour Works'}])
})

it('makes no database where there is none to back up', async () => {
  const dataDir = await createDataDir()

  const {code, said} = await run('backup', join(dataDir, 'pulsewall.backup'), dataDir)

  expect({code, said}).toEqual({
    code: 1,
    said: `There is no database in ${dataDir}. Name its folder with DATA_DIR.\n`,
  })
  expect(await readdir(dataDir)).toEqual([])
})
