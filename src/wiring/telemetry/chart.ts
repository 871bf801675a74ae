import {fromEventObservable, fromPromise} from 'xstate'
import {LIVE_UPDATE_PERIOD} from '../../../contract/limits'
import {temperatureUnitOf} from '../../../contract/rules/format/shownUnit'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Http} from '../../api/http'
import {type FetchPoints, pointsBack} from '../../api/telemetry/pointsBack'
import {loadCsv, loadPoints} from '../../api/telemetry/telemetry'
import {chartCsv, csvName, textsCsv, withNamedUnit} from '../../domain/telemetry/series/csv'
import {NO_SERIES} from '../../domain/telemetry/series/series'
import {seriesPoints} from '../../domain/telemetry/series/seriesAnswer'
import {connected} from '../../machines/ports'
import {chartMachine} from '../../machines/telemetry/chart'
import {type ChartFile, chartFileMachine} from '../../machines/telemetry/chartFile'
import {type ChartPicture, chartShareMachine} from '../../machines/telemetry/chartShare'
import {chartZoomMachine} from '../../machines/telemetry/chartZoom'
import {animationFrames} from '../../streams/telemetry/frames'
import {livePoints} from '../../streams/telemetry/livePoints'
import {download} from '../../ui/kit/text/download'
import {browserStorage} from '../accessTokenMark'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {createTimeRangeLogic} from '../timeRange'
import {loadDrawn} from './chartSeries'
import {createChangesLogic, createUsualLogic} from './usual'

/** One chart, whose points `load` reads. Where several are compared, only their points are drawn. */
export function createChartLogic(
  connections: Connections,
  load: typeof loadDrawn,
  {isCompared = false} = {},
): typeof chartMachine {
  const {http, feed, retries, polls} = connections
  return connected(chartMachine)({
    actors: {
      minuteTicks: fromEventObservable(() => polls(LIVE_UPDATE_PERIOD)),
      points: fromEventObservable(({input}) => livePoints(feed, input, animationFrames)),
      loadSeries: ask(http, load),
      zoom: connected(chartZoomMachine)({
        actors: {
          retries,
          loadSeries: ask(http, loadDrawn),
        },
        actions: {logFailure: (_, {error}) => console.error('Failed to load the points in view', error)},
      }),
      timeRange: createTimeRangeLogic(browserStorage()),
      usual: createUsualLogic(connections, {isDrawn: !isCompared}),
      changes: createChangesLogic(connections),
      share: connected(chartShareMachine)({
        actors: {
          // A page that was not loaded securely has no clipboard, which rejects here like a refusal.
          copyText: fromPromise(({input: {text}}) => navigator.clipboard.writeText(text)),
          savePicture: fromPromise(async ({input}) => download(input.name, 'image/png', await pngOf(input))),
        },
        actions: {logFailure: (_, {error}) => console.error('Failed to save the picture of the chart', error)},
      }),
      file: connected(chartFileMachine)({
        actors: {
          saveFile: fromPromise(async ({input, signal}) => {
            const {deviceId, key} = input.question
            download(csvName(deviceId, key), 'text/csv', await fileOf(http, input, signal))
          }),
        },
        actions: {logFailure: (_, {error}) => console.error('Failed to save the chart', error)},
      }),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load the chart', error)},
  })
}

/** A server with additions sends any number of points. From others the newest hundred thousand are fetched. */
const FILE_PAGES = 100

async function fileOf(http: Http, {question, offer, series, unit}: ChartFile, signal: AbortSignal) {
  const {key, zone} = question
  // Of values that are no longer stored, more than what is drawn can't be had.
  const isWhole =
    series.aggregation !== 'none' || series.rollupsUntil !== undefined || !(series.isThinned || series.isTruncated)
  if (isWhole && series.states === undefined) return chartCsv(key, series, unit, zone)
  if (isPulsewall(offer)) {
    const file = await loadCsv(http, {...question, unit: temperatureUnitOf(unit)}, {signal})
    return withNamedUnit(file, key, unit)
  }
  const load: FetchPoints = range => loadPoints(http, {...question, ...range}, {signal})
  const {points, since} = await pointsBack(question, load, {pages: FILE_PAGES})
  const isTruncated = since > question.start
  if (series.states !== undefined) return textsCsv(key, points, {zone, isTruncated})
  const numbers = seriesPoints(points)
  return chartCsv(key, {...NO_SERIES, points: numbers, total: numbers.length, isTruncated}, unit, zone)
}

/** Twice the size on screen, so that text stays sharp on a slide. */
const SCALE = 2

/** Draws an SVG text into a PNG file. Its address is data, because the page may load pictures from nowhere else. */
async function pngOf({svg, width, height}: ChartPicture): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser has no canvas')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)), 'image/png')
  })
}
