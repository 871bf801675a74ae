import {execFile} from 'node:child_process'
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, it} from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Holds the fields of the console, which reads records by their names. */
const CONSOLE = 'tests/contract/fields.test.ts'

/** A field of each kind, with the file of the contract that says it, and its name in the client. */
const FIELDS = [
  ['entities/organisation', 'additional_info', 'additionalInfo'],
  ['entities/customer', 'organisation_id', 'organisationId'],
  ['people/user', 'authority', 'authority'],
  ['entities/device', 'device_data', 'deviceData'],
  ['entities/asset', 'parent_id', 'parentId'],
  ['entities/attribute', 'attributeKey', 'attributeKey'],
  ['entities/device', 'credentials_value', 'credentialsValue'],
  ['entities/audit', 'entityName', 'entityName'],
  ['people/profile', 'customer_type', 'customerType'],
] as const

const copy = mkdtempSync(join(tmpdir(), 'pulsewall-renaming-'))
let errors: readonly string[] = []

beforeAll(async () => {
  for (const part of ['contract', 'src', 'server', CONSOLE, 'tsconfig.json']) {
    cpSync(join(ROOT, part), join(copy, part), {recursive: true})
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [file, field] of FIELDS) rename(join(copy, 'contract/wire', `${file}.ts`), field)
  errors = await errorsOf({extends: './tsconfig.json', include: ['src/api', 'server', CONSOLE]})
})
afterAll(() => rmSync(copy, {recursive: true}))

it.each(FIELDS)('%s: both sides fail the type check when the contract alone renames %s', (_, field, named) => {
  const fails = (paths: string, name: string) => {
    const ofField = new RegExp(
      `^(${paths})/.*(Property '${name}(Renamed)?'|"${name}Renamed"|'"?${name}"?' does not)`,
      's',
    )
    return errors.some(error => ofField.test(error))
  }
  expect({server: fails('server', field), client: fails('src|tests', named)}).toEqual({server: true, client: true})
})

function rename(path: string, field: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(new RegExp(`\\b${field}(?=:|,$)`, 'gm'), `${field}Renamed`))
}

function errorsOf(config: object): Promise<string[]> {
  writeFileSync(join(copy, 'tsconfig.renaming.json'), JSON.stringify(config))
  const tsc = join(ROOT, 'node_modules/typescript/lib/tsc.js')
  return new Promise(resolve =>
    execFile(process.execPath, [tsc, '-p', 'tsconfig.renaming.json', '--pretty', 'false'], {cwd: copy}, (_, told) =>
      resolve(told.split(/\n(?! )/)),
    ),
  )
}
