import {realpath, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {StartRefused} from '../database/startRefused'
import type {Scheduler} from '../scheduler'
import {chooseAccount} from './account'
import {findBinaries} from './binaries'
import {requireOwnCluster} from './cluster'
import {lockFolder} from './folderLock'
import {keepInMemory} from './log'
import {startPostmaster} from './postmaster'
import {serverSettings} from './settings'
import {addressOf, createSocketFolder, removeSocketFolder} from './socketFolder'
import type {EmbeddedDatabase} from './start'

/** A database that is only looked at must not tidy up in the meantime. */
const LOOKING = {autovacuum: 'off', default_transaction_read_only: 'on'}

/**
 * Starts PostgreSQL on `dataDir/postgres` for someone who only reads. The lock of the folder is held in the meantime,
 * and nothing is made, mended or handed over there; what PostgreSQL itself notes at a start, such as a replayed log, it
 * does. Throws `StartRefused` when it can't be started like this.
 */
export async function startForLook(
  dataDir: string,
  scheduler: Pick<Scheduler, 'delay'>,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  const folder = await realpath(dataDir)
  const clusterDir = join(folder, 'postgres')
  await requireOwnCluster(clusterDir)
  const account = await chooseAccount(clusterDir)
  if (account.uid !== undefined && (await stat(clusterDir)).uid !== account.uid) {
    throw new StartRefused(
      `${clusterDir} belongs to root, under which PostgreSQL does not run: chown -R ${account.uid} ${clusterDir}, ` +
        'as the server does at its start.',
    )
  }
  const socketFolder = await createSocketFolder(account.uid)
  const {release} = await lockFolder(folder).catch(async error => {
    await removeSocketFolder(socketFolder)
    throw error
  })
  const tidy = async () => {
    await removeSocketFolder(socketFolder)
    await release()
  }
  try {
    const postmaster = await startPostmaster({
      clusterDir,
      account,
      patience: 1,
      log: keepInMemory(),
      scheduler,
      binaries: await findBinaries(socketFolder),
      settings: {...serverSettings(socketFolder), ...LOOKING},
    })
    const stop = async () => {
      await postmaster.stop()
      await tidy()
    }
    return {url: addressOf(socketFolder, 'pulsewall', 'pulsewall'), stop}
  } catch (error) {
    await tidy()
    throw error
  }
}
