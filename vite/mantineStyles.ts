import type {Plugin} from 'vite'

const CLASS_NAMES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/**
 * Each of Mantine's parts brings its styles along: whoever imports a part needs no style sheet, and a page loads the styles of
 * the parts that it shows. They stand in a layer, so that ours win wherever they are loaded.
 */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  transform(code, id) {
    const [, part] = CLASS_NAMES.exec(id.replaceAll('\\', '/')) ?? []
    return part === undefined ? null : {code: `import '@mantine/core/styles/${part}.layer.css'\n${code}`, map: null}
  },
}

/** The development server bundles packages beforehand, past all plugins, so there the page gets all styles at once. */
export const allMantineStyles: Plugin = {
  name: 'all-mantine-styles',
  apply: 'serve',
  transform: (code, id) =>
    id.endsWith('/src/main.tsx') ? {code: `import '@mantine/core/styles.layer.css'\n${code}`, map: null} : null,
}
