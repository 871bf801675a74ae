import type {Plugin} from 'vite'

/** Parts are made of the foundations, so that the styles of parts must win wherever they are loaded. */
const LAYERS = {
  baseline: 'baseline|default-css-variables|global',
  foundations:
    'ScrollArea|UnstyledButton|VisuallyHidden|Paper|Popover|CloseButton|Group|Loader|Overlay|ModalBase|Input|InlineInput|' +
    'Flex|FloatingIndicator|ActionIcon',
}
const ORDER = '@layer mantine.baseline, mantine.foundations;'

const CLASS_NAMES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/**
 * Each of Mantine's parts brings its styles along: a module that imports a part needs no style sheet, and a page loads
 * the styles of the parts that it shows: 8 kB at sign-in, while all of Mantine's are 33 kB. They are in a layer, so that ours win wherever they are loaded. The layers
 * within it keep their order whichever is loaded first.
 */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const file = id.replaceAll('\\', '/')
    for (const [layer, files] of Object.entries(LAYERS)) {
      if (!new RegExp(`/@mantine/core/styles/(${files})\\.layer\\.css$`).test(file)) continue
      return {code: code.replaceAll('@layer mantine {', `${ORDER} @layer mantine.${layer} {`), map: null}
    }
    const [, part] = CLASS_NAMES.exec(file) ?? []
    return part === undefined ? null : {code: `import '@mantine/core/styles/${part}.layer.css'\n${code}`, map: null}
  },
}

/** The development server bundles packages beforehand, past all plugins, so there the page gets all styles at once. */
export const allMantineStyles: Plugin = {
  name: 'all-mantine-styles',
  apply: 'serve',
  transform: (code, id) =>
    /\/(src\/main\.tsx|tests\/gallery\/main\.ts)$/.test(id)
      ? {code: `import '@mantine/core/styles.layer.css'\n${code}`, map: null}
      : null,
}
