import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {breaches, importsOf, readImports} from './imports'

const ROOT = join(import.meta.dirname, '..')
const SIDES = ['contract', 'src', 'server']

describe('the import table', () => {
  it('holds for every file', () => {
    expect(breaches(SIDES.flatMap(side => readImports(ROOT, side)))).toEqual([])
  })

  it.each([
    ['src/domain/gaps.ts', "import {createActor} from 'xstate'"],
    ['src/machines/session.ts', "import {map} from 'rxjs'"],
    ['src/machines/session.ts', "import type {FC} from 'react'"],
    ['src/streams/socket.ts', "import {login} from '../api/auth'"],
    ['src/api/auth.ts', "import {landingRoute} from '../domain/landing'"],
    ['src/ui/Login.tsx', "import {sessionMachine} from '../machines/session'"],
    ['src/ui/Login.tsx', "import axios from 'axios'"],
    ['src/ui/Login.tsx', "import {loginBody} from '../../contract/user'"],
    ['src/ui/routes.tsx', "const page = () => import('../wiring/dashboard')"],
    ['server/device/routes.ts', "import {csvName} from '../../src/domain/csv'"],
    ['server/device/routes.ts', "import {hash} from '../auth/passwords'"],
    ['server/database/schema.ts', "import {HttpError} from '../http/errors'"],
    ['contract/user.ts', "import {user} from '../server/database/schema'"],
    ['src/api/auth.ts', "export * from '../../server/http/errors'"],
  ])('catches %s with %s', (file, line) => {
    expect(breaches(importsOf(file, `${line}\n`))).toHaveLength(1)
  })

  it.each([
    ['src/ui/Login.tsx', "import type {SessionRef} from '../machines/session'"],
    ['src/api/auth.ts', "import type {CurrentUser} from '../domain/user'"],
    ['src/wiring/dashboard.ts', "import {dashboardMachine} from '../machines/dashboard'"],
    ['server/attribute/routes.ts', "import {createDeviceRepository} from '../device/repository'"],
  ])('allows %s with %s', (file, line) => {
    expect(breaches(importsOf(file, `${line}\n`))).toEqual([])
  })
})

describe('the layout', () => {
  it.each([
    'contract',
    'src/domain',
    'src/machines',
    'src/streams',
    'src/api',
    'src/ui',
    'src/wiring',
    'server',
    'server/database',
    'server/http',
    'server/live',
    'tests',
    'scripts',
    'bench',
  ])('%s begins with a README of at most ten lines', folder => {
    const lines = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(10)
  })

  it('puts no code beside the known folders', () => {
    const folders = readdirSync(join(ROOT, 'src'), {withFileTypes: true}).filter(entry => entry.isDirectory())
    expect(folders.map(({name}) => name).sort()).toEqual(['api', 'domain', 'machines', 'streams', 'ui', 'wiring'])
    expect(existsSync(join(ROOT, 'src/main.tsx'))).toBe(true)
  })
})
