import {execFile} from 'node:child_process'
import {readFile} from 'node:fs/promises'
import {promisify} from 'node:util'

const run = promisify(execFile)

/** The command line of a process, its words joined by spaces; undefined when the process is gone or is a zombie. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  const line =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await askPs(pid, 'command=')
  return line.replaceAll('\0', ' ').trim() || undefined
}

export async function parentOf(pid: number): Promise<number | undefined> {
  return Number(await askPs(pid, 'ppid=')) || undefined
}

export async function childrenOf(pid: number): Promise<number[]> {
  const list =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
      : await run('pgrep', ['-P', String(pid)]).then(
          ({stdout}) => stdout,
          () => '',
        )
  return list.split(/\s+/).filter(Boolean).map(Number)
}

/** Whether it was stopped by SIGSTOP. Always false where there is no /proc. */
export async function isProcessStopped(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the process, in parentheses, may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}

async function askPs(pid: number, column: string): Promise<string> {
  return run('ps', ['-ww', '-o', column, '-p', String(pid)]).then(
    ({stdout}) => stdout.trim(),
    () => '',
  )
}
