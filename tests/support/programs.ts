import {spawnSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {join} from 'node:path'

/** Returns the path of a program, also among those for administrators; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => join(folder, name)).find(path => existsSync(path))
}

/** A Python that finds the module. Debian's packages are for its own. */
export const pythonWith = (name: string): string | undefined =>
  ['/usr/bin/python3', 'python3'].find(python => spawnSync(python, ['-c', `import ${name}`]).status === 0)
