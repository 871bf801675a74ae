import {resolve} from 'node:path'
import {StartRefused} from '../database/startRefused'
import {readEnvironment} from '../environment'
import {realTime} from '../scheduler'
import {backUp} from './backUp'
import {openPlace} from './place'
import {openBackup, restore} from './restore'

type Say = (line: string) => void

/** `npm run backup -- <file>`: rejects with `StartRefused` when the operator has to change something. */
export async function backUpCommand(parameters: readonly string[], variables: NodeJS.ProcessEnv, say: Say) {
  const file = onlyFile('backup', parameters)
  const place = await openPlace(readEnvironment(variables), {create: false})
  try {
    const {rows, files, bytes, missing} = await backUp({...place, file, scheduler: realTime})
    say(`${file} holds ${amount(rows, 'row')} and ${amount(files, 'file')} in ${bytes.toLocaleString('en')} bytes.`)
    for (const name of missing) say(`The file ${name} of a video is missing in the store.`)
  } finally {
    await place.close()
  }
}

/** `npm run restore -- <file>`: the whole file is read before anything is written. */
export async function restoreCommand(parameters: readonly string[], variables: NodeJS.ProcessEnv, say: Say) {
  const file = onlyFile('restore', parameters)
  const environment = readEnvironment(variables)
  const contents = await openBackup(file)
  const place = await openPlace(environment, {create: true})
  try {
    const {createdAt, tables, rows, files, missing, migrations} = await restore(file, contents, place)
    say(
      `Restored what was stored at ${new Date(createdAt).toISOString()}: ${amount(rows, 'row')} of ` +
        `${amount(tables, 'table')} and ${amount(files, 'file')}, all with the counts and sums of the backup.`,
    )
    if (migrations > 0) say(`Brought up to date by ${amount(migrations, 'migration')}.`)
    for (const name of missing) say(`The file ${name} of a video was missing when the backup was made.`)
  } finally {
    await place.close()
  }
}

/** Relative to where npm was called, which need not be the folder of the package. */
function onlyFile(command: string, parameters: readonly string[]): string {
  const [file, ...others] = parameters
  if (!file || file.startsWith('-') || others.length > 0) {
    throw new StartRefused(`Name one file: npm run ${command} -- <file>`)
  }
  return resolve(process.env.INIT_CWD ?? '', file)
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
