import {fileURLToPath} from 'node:url'
import type {Plugin} from 'vite'

/**
 * Builds Highcharts from its modules, without the kinds of series, the axis and the scrolling that no chart here has.
 * Tests and the development server take the whole library.
 */
export const withoutSurplusOfHighcharts: Plugin = {
  name: 'without-surplus-of-highcharts',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (source === 'highcharts/esm/highcharts.js') return MAIN_MODULE
    const isFromModules = importer?.replaceAll('\\', '/').includes('/highcharts/es-modules/') === true
    return isFromModules && UNUSED.test(source) ? SURPLUS : null
  },
  load: id => (id === SURPLUS ? NOTHING : null),
}

const MAIN_MODULE = fileURLToPath(
  new URL('../node_modules/highcharts/es-modules/masters/highcharts.src.js', import.meta.url),
)
const UNUSED =
  /\/(PieSeries|PieDataLabel|BarSeries|ScatterSeries|SplineSeries|AreaSplineSeries|LogarithmicAxis|ScrollablePlotArea)\.js$/
const SURPLUS = '\0surplus-of-highcharts'
const NOTHING = 'const nothing = {compose() {}}\nexport default nothing\nexport {nothing as ScrollablePlotArea}'
