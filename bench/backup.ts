import {stat} from 'node:fs/promises'
import {join} from 'node:path'
import {secondsOf} from './support/commands'
import {stepsDuring} from './support/during'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {spread} from './support/statistics'
import {storeYears, waitsBeside} from './support/years'

const RESTORE_LIMIT = 60

/** Backs a server up while devices send, one backup after the other, and restores the last into an empty folder. */
export async function backup(settings: Settings): Promise<Line[]> {
  const rows = byLength(settings, {quick: 1_000_000, usual: 5_000_000})
  const seconds = byLength(settings, {quick: 10, usual: 30})
  return withDataFolder(async dataDir => {
    const fileOf = (number: number) => join(dataDir, `${number}.backup`)
    const send = await inDatabaseOf(dataDir, database => storeYears(database, rows))
    const server = await startServer(dataDir)
    await send(server, 5)
    const quiet = await send(server, seconds)

    const backups: number[] = []
    const beside = await stepsDuring(send(server, seconds), async () =>
      backups.push(await secondsOf('backup', dataDir, fileOf(backups.length))),
    )
    await server.stop()

    const file = fileOf(backups.length - 1)
    const restore = await withDataFolder(emptyDir => secondsOf('restore', emptyDir, file))
    return [
      waitsBeside(`backups of ${rows.toLocaleString('en')} rows`, quiet, beside),
      information(
        '  a backup meanwhile, of so many; its size',
        `${spread(backups, 's')}, ${backups.length}; ${((await stat(file)).size / 1024 ** 2).toFixed(0)} MB`,
      ),
      {
        what: '  restored into an empty folder, with all counts and sums compared',
        measured: `${restore.toFixed(1)} s`,
        limit: `≤ ${RESTORE_LIMIT} s`,
        verdict: verdict(restore <= RESTORE_LIMIT),
      },
    ]
  })
}
