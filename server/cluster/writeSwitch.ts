import {constants} from 'node:fs'
import {open} from 'node:fs/promises'
import {join} from 'node:path'

const SWITCH_FILE = 'writes.conf'

/** Replaces the postgresql.conf of initdb. All settings but this switch are given on the command line. */
export async function installWriteSwitch(clusterDir: string): Promise<void> {
  await writeInPlace(join(clusterDir, 'postgresql.conf'), 'w', `include '${SWITCH_FILE}'\n`)
  await writeInPlace(join(clusterDir, SWITCH_FILE), 'w', lineFor({refused: false}))
}

/**
 * Takes effect when PostgreSQL reads its settings again. Refused writes fail with 25006 (read_only_sql_transaction).
 */
export async function throwWriteSwitch(clusterDir: string, state: {refused: boolean}): Promise<void> {
  await writeInPlace(join(clusterDir, SWITCH_FILE), OVERWRITE, lineFor(state))
}

/** Keeps the blocks of the file, and makes a file that is missing. */
const OVERWRITE = constants.O_WRONLY | constants.O_CREAT

/** Both lines have the same length, so that overwriting one with the other works on a full disk. */
function lineFor({refused}: {refused: boolean}): string {
  return `default_transaction_read_only = ${refused ? 'on ' : 'off'}\n`
}

async function writeInPlace(file: string, flags: 'w' | typeof OVERWRITE, text: string) {
  const handle = await open(file, flags, 0o600)
  try {
    await handle.write(text, 0)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
