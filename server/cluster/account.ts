import {execFile} from 'node:child_process'
import {statSync} from 'node:fs'
import {promisify} from 'node:util'
import {StartRefused} from '../database/startRefused'

const NOBODY = 65_534

export interface Account {
  /** The user id that owns the cluster's files; undefined when the children run under the account of this process. */
  uid: number | undefined
  /**
   * The command line that runs `file` under this account. Where the system supports it, the kernel ends the child when
   * this process ends.
   */
  command(file: string, parameters: readonly string[]): {file: string; parameters: string[]}
}

/** PostgreSQL refuses to run as root, so root starts it as the account that owns the cluster, or as `nobody`. */
export async function chooseAccount(clusterDir: string): Promise<Account> {
  const endsWithParent = await canEndWithParent()
  const [ownUid, owner] = [process.getuid?.(), ownerOf(clusterDir)]
  if (owner !== undefined) requireOwner(clusterDir, owner)
  if (ownUid !== 0) return sameAccount(endsWithParent)
  if (!endsWithParent) {
    throw new StartRefused(
      'PostgreSQL does not run as root, and setpriv (from util-linux) is missing to leave root. ' +
        'Install util-linux, start the server as an ordinary user, or set DATABASE_URL.',
    )
  }
  return droppedAccount(owner || NOBODY)
}

/** Only root may use what belongs to another account. Throws `StartRefused` for everybody else. */
export function requireOwner(folder: string, owner: number): void {
  const ownUid = process.getuid?.()
  if (ownUid === 0 || ownUid === owner) return
  throw new StartRefused(
    `${folder} belongs to another account (uid ${owner}). Start the server under that account or as root.`,
  )
}

function sameAccount(endsWithParent: boolean): Account {
  return {
    uid: undefined,
    command: (file, parameters) =>
      endsWithParent
        ? {file: 'setpriv', parameters: ['--pdeathsig', 'QUIT', '--', file, ...parameters]}
        : {file, parameters: [...parameters]},
  }
}

/**
 * `dac_override` lets the child pass through parent folders that are closed to its account, such as /root. Without the
 * securebit, `access()` ignores the capability and initdb refuses the folder.
 */
function droppedAccount(uid: number): Account {
  const drop = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--no-new-privs']
  const keep = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--securebits', '+no_setuid_fixup']
  return {
    uid,
    command: (file, parameters) => ({
      file: 'setpriv',
      parameters: [...drop, ...keep, '--pdeathsig', 'QUIT', '--', file, ...parameters],
    }),
  }
}

/** An old setpriv and the one of BusyBox have no `--pdeathsig`, so they are treated as if setpriv were missing. */
async function canEndWithParent(): Promise<boolean> {
  return promisify(execFile)('setpriv', ['--pdeathsig', 'QUIT', '--', 'true']).then(
    () => true,
    () => false,
  )
}

function ownerOf(clusterDir: string): number | undefined {
  return statSync(clusterDir, {throwIfNoEntry: false})?.uid
}
