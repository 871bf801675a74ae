import {execFile} from 'node:child_process'
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, it} from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** A field of each kind, and the file of the contract that says it. */
const FIELDS = [
  ['entities/organisation', 'additional_info'],
  ['entities/customer', 'organisation_id'],
  ['people/user', 'authority'],
  ['entities/device', 'device_data'],
  ['entities/asset', 'parent_id'],
  ['entities/attribute', 'attributeKey'],
  ['entities/device', 'credentials_value'],
  ['entities/audit', 'entityName'],
  ['people/profile', 'customer_type'],
] as const

const copy = mkdtempSync(join(tmpdir(), 'pulsewall-renaming-'))
let errors: readonly string[] = []

beforeAll(async () => {
  for (const folder of ['contract', 'src', 'server', 'tsconfig.json']) {
    cpSync(join(ROOT, folder), join(copy, folder), {recursive: true})
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, field] of FIELDS) rename(join(copy, 'contract/wire', `${file}.ts`), field)
  errors = await errorsOf({extends: './tsconfig.json', include: ['src/api', 'server']})
})
afterAll(() => rmSync(copy, {recursive: true}))

it.each(FIELDS)('%s: both sides fail the type check when the contract alone renames %s', (_, field) => {
  const ofField = new RegExp(`Property '${field}(Renamed)?'|'"?${field}"?' (does not exist|is not assignable)`)
  const found = errors.filter(error => ofField.test(error))
  expect(['server', 'src'].map(side => found.some(error => error.startsWith(`${side}/`)))).toEqual([true, true])
})

function rename(path: string, field: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(new RegExp(`\\b${field}(?=:|,$)`, 'gm'), `${field}Renamed`))
}

function errorsOf(config: object): Promise<string[]> {
  writeFileSync(join(copy, 'tsconfig.renaming.json'), JSON.stringify(config))
  const tsc = join(ROOT, 'node_modules/typescript/lib/tsc.js')
  return new Promise(resolve =>
    execFile(process.execPath, [tsc, '-p', 'tsconfig.renaming.json', '--pretty', 'false'], {cwd: copy}, (_, told) =>
      resolve(told.split('\n')),
    ),
  )
}
