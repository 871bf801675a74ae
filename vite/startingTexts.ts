import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Plugin} from 'vite'

const CATALOGUES = join(import.meta.dirname, '../contract/languages')

/** Writes what `index.html` says until the scripts are there, 5 s over 400 kbit/s, in the words of each catalogue. */
export const startingTexts: Plugin = {
  name: 'starting-texts',
  transformIndexHtml: html =>
    html.replace(/\/\* by language.*\*\/ \{\}/, () => JSON.stringify(catalogueTexts(({page}) => page?.loading))),
}

/** Returns the texts of each catalogue in its areas, by language. */
export const catalogueTexts = <Text>(textOf: (areas: Record<string, Record<string, string>>) => Text) =>
  Object.fromEntries(
    readdirSync(CATALOGUES)
      .filter(file => file.endsWith('.json'))
      .map(file => [
        file.slice(0, -'.json'.length),
        textOf(JSON.parse(readFileSync(join(CATALOGUES, file), 'utf8')).areas),
      ]),
  )
