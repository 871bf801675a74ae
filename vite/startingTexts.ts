import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Plugin} from 'vite'

const CATALOGUES = join(import.meta.dirname, '../contract/languages')

/** Writes what `index.html` says until the scripts are there, in the words of each catalogue. */
export const startingTexts: Plugin = {
  name: 'starting-texts',
  transformIndexHtml: html => html.replace(/\/\* by language.*\*\/ \{\}/, () => JSON.stringify(texts())),
}

const texts = () =>
  Object.fromEntries(
    readdirSync(CATALOGUES)
      .filter(file => file.endsWith('.json'))
      .map(file => [file.slice(0, -'.json'.length), loadingOf(join(CATALOGUES, file))]),
  )

const loadingOf = (path: string): string => JSON.parse(readFileSync(path, 'utf8')).areas.page.loading
