import {existsSync} from 'node:fs'
import {join} from 'node:path'

/** Where a program is, also among those for administrators; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => join(folder, name)).find(path => existsSync(path))
}
