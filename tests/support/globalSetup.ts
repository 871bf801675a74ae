import {execFileSync} from 'node:child_process'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {TestProject} from 'vitest/node'
import {startEmbeddedDatabase} from '../../server/cluster/start'
import {connectDatabase} from '../../server/database/connect'
import {migrateDatabase} from '../../server/database/migrate'
import {DATABASE_PATIENCE} from './limits'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a migrated database that nobody connects to; `createTestDatabase` clones it. */
    templateUrl: string
  }
}

const ROOT = join(import.meta.dirname, '../..')

/**
 * One cluster a run, and one build of the server for those tests that start it as a process. The cluster is thrown away
 * at the end, so it need not survive a power cut.
 */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], {cwd: ROOT, stdio: 'inherit'})
  const dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-tests-'))
  const embedded = await startEmbeddedDatabase({
    dataDir,
    log: () => {},
    patience: DATABASE_PATIENCE,
    settings: {fsync: 'off', full_page_writes: 'off', max_connections: '200'},
  })
  const template = await connectDatabase(embedded.url, {patience: DATABASE_PATIENCE})
  await migrateDatabase(template)
  await template.close()
  project.provide('templateUrl', embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dataDir, {recursive: true})
  }
}
