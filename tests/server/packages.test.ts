import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import * as z from 'zod'

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})

const {packages} = lock.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')))
const installed = Object.entries(packages).filter(([path]) => path !== '')

it('every package comes from the registry of npm, by its version', () => {
  const elsewhere = installed.filter(
    ([, {version, resolved = REGISTRY, link = false}]) =>
      version === undefined || link || !resolved.startsWith(REGISTRY),
  )

  expect(elsewhere).toEqual([])
})

it('every package that the server runs with has a hash that its content must have', () => {
  const unknown = installed.filter(([, {dev = false, integrity = ''}]) => !dev && !integrity.startsWith('sha512-'))

  expect(unknown).toEqual([])
})

const REGISTRY = 'https://registry.npmjs.org/'
