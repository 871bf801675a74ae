import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'server/database/migrations')
const SCALE = readFileSync(join(ROOT, 'docs/scale.md'), 'utf8')

/** Matches changes that remove parts an older server reads, or require it to write parts it doesn't know. */
const CONTRACTING = [
  /\bdrop (table|column|type|view)\b/i,
  /\brename\b/i,
  /\balter column\b.*\b(set not null|set data type|drop default)\b/i,
  /\badd column\b(?!.*\b(default|generated)\b).*\bnot null\b/i,
]

const migrations = readdirSync(FOLDER).filter(name => name.endsWith('.sql'))

const statementsOf = (migration: string) =>
  readFileSync(join(FOLDER, migration), 'utf8').split('--> statement-breakpoint')

const contracts = (statement: string) => CONTRACTING.some(each => each.test(statement.replaceAll(/\s+/g, ' ')))

it.each([
  'DROP TABLE "device"',
  'ALTER TABLE "device" DROP COLUMN "label"',
  'ALTER TABLE "device" RENAME COLUMN "label" TO "title"',
  'ALTER TABLE "device" ALTER COLUMN "label" SET NOT NULL',
  'ALTER TABLE "device" ADD COLUMN "label" text NOT NULL',
])('%s contracts', statement => {
  expect(contracts(statement)).toBe(true)
})

it.each([
  'ALTER TABLE "device" ADD COLUMN "label" text',
  `ALTER TABLE "device" ADD COLUMN "label" text DEFAULT '' NOT NULL`,
  'ALTER TABLE "device" ADD COLUMN "length" integer GENERATED ALWAYS AS (length(label)) STORED NOT NULL',
  'ALTER TABLE "device" ALTER COLUMN "label" DROP NOT NULL',
  'CREATE TABLE "device" ("label" text NOT NULL)',
])('%s expands', statement => {
  expect(contracts(statement)).toBe(false)
})

it.each(migrations)('%s leaves what an older server needs, or docs/scale.md names it', migration => {
  const name = migration.replace('.sql', '')
  const found = SCALE.includes(name) ? [] : statementsOf(migration).filter(contracts)
  expect(found).toEqual([])
})

it('need the newest snapshot of the schema alone', () => {
  const newest = migrations.toSorted().at(-1)?.slice(0, 4)
  expect(readdirSync(join(FOLDER, 'meta')).sort()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})
