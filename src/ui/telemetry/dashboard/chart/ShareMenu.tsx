import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {RefObject} from 'react'
import {fileName} from '../../../../domain/fileName'
import type {Formats} from '../../../../domain/format/formats'
import {stateNames} from '../../../../domain/telemetry/series/states'
import {sharedLink} from '../../../../domain/telemetry/sharedLink'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartPicture, ChartShareRef} from '../../../../machines/telemetry/chartShare'
import {useApplication} from '../../../kit/application'
import {IconClock, IconClose, IconDownload, IconImage, IconLink, IconShare} from '../../../kit/mark/icons'
import {MenuItem, PlainMenu} from '../../../kit/menu/PlainMenu'
import {texts} from '../texts'
import {stateColour} from './drawing/stateBand'
import {svg} from './drawing/svg'
import styles from './ShareMenu.module.css'

interface Props {
  chart: ChartRef
  share: ChartShareRef
  figure: RefObject<HTMLElement | null>
  name: string
  telemetryKey: string
  color: 'red' | 'blue'
  download: {isPossible: boolean; start: () => void}
}

/** Hands the chart out: as a link, as a link to this moment, as a picture, or as a file. */
export function ShareMenu({chart, share, figure, name, telemetryKey, color, download}: Props) {
  const {formats} = useApplication()
  const copyLink = (isMoment: boolean) => {
    const {range, zone} = chart.getSnapshot().context
    const link = sharedLink(window.location.href, {zone, moment: isMoment ? range : null})
    share.send({type: 'link.requested', link})
  }
  const savePicture = () => {
    const drawing = figure.current?.querySelector<SVGSVGElement>('svg.highcharts-root') ?? null
    if (figure.current === null || drawing === null) return
    const caption = captionOf(formats, chart, {name, telemetryKey, color})
    share.send({type: 'picture.requested', picture: pictureOf(drawing, figure.current, caption)})
  }
  return (
    <PlainMenu
      label={texts.share.menu}
      opener={props => (
        <Button
          size="compact-sm"
          fz="xs"
          variant="default"
          leftSection={<IconShare size={14} />}
          data-share="menu"
          {...props}
        >
          {texts.share.menu}
        </Button>
      )}
    >
      <MenuItem icon={<IconLink size={16} />} data-share="link" onChosen={() => copyLink(false)}>
        {texts.share.link}
      </MenuItem>
      <MenuItem icon={<IconClock size={16} />} data-share="moment" onChosen={() => copyLink(true)}>
        {texts.share.moment}
      </MenuItem>
      <MenuItem icon={<IconImage size={16} />} data-share="picture" onChosen={savePicture}>
        {texts.share.picture}
      </MenuItem>
      <MenuItem
        icon={<IconDownload size={16} />}
        data-share="csv"
        isDisabled={!download.isPossible}
        onChosen={download.start}
      >
        {texts.share.csv}
      </MenuItem>
    </PlainMenu>
  )
}

/** Says what has become of a link or a picture. A link that was not copied is there to be copied by hand. */
export function ShareNotice({share}: {share: ChartShareRef}) {
  const outcome = useSelector(share, s => s.value)
  const link = useSelector(share, s => s.context.link)
  switch (outcome) {
    case 'copied':
    case 'saved':
      return (
        <span role="status" data-share-outcome={outcome}>
          {texts.share[outcome]} <DismissButton share={share} />
        </span>
      )
    case 'notSaved':
      return (
        <span role="alert" data-share-outcome={outcome}>
          {texts.share.notSaved} <DismissButton share={share} />
        </span>
      )
    case 'notCopied':
      return (
        <div className={styles.uncopied} role="alert" data-share-outcome={outcome}>
          <TextInput
            size="xs"
            label={texts.share.notCopied}
            value={link}
            readOnly
            onFocus={({currentTarget}) => currentTarget.select()}
          />
          <DismissButton share={share} />
        </div>
      )
    default:
      return null
  }
}

function DismissButton({share}: {share: ChartShareRef}) {
  return (
    <button
      type="button"
      className={styles.dismiss}
      aria-label={texts.share.dismiss}
      onClick={() => share.send({type: 'outcome.read'})}
    >
      <IconClose size={14} />
    </button>
  )
}

function captionOf(
  formats: Formats,
  chart: ChartRef,
  {name, telemetryKey, color}: Pick<Props, 'name' | 'telemetryKey' | 'color'>,
) {
  const {series, range, aggregation} = chart.getSnapshot().context
  const names = stateNames(series?.states)
  const what = aggregation === 'none' ? telemetryKey : `${telemetryKey} (${texts.controls.aggregations[aggregation]})`
  const dataColor = `var(--data-${color === 'red' ? 'temperature' : 'default'})`
  const line = {text: what, color: dataColor}
  const envelope = {text: texts.chart.envelope, color: `color-mix(in srgb, ${dataColor} 30%, transparent)`}
  const lines = (series?.envelope ?? []).length === 0 ? [line] : [line, envelope]
  const legend = names.length === 0 ? lines : names.map((text, at) => ({text, color: stateColour(at)}))
  return {
    name: fileName(`${name}-${telemetryKey}.png`),
    title: texts.section.title(name, telemetryKey),
    subtitle: formats.range(range.start, range.end),
    legend,
  }
}

const PADDING = 16
const TITLE_HEIGHT = 60
const LEGEND_HEIGHT = 32

interface Caption {
  name: string
  title: string
  /** The range and its zone. */
  subtitle: string
  legend: readonly {text: string; color: string}[]
}

/**
 * Copies a drawing with its present colours and fonts, because a picture has no style sheets, and adds what the page
 * says around it.
 */
function pictureOf(drawing: SVGSVGElement, surface: Element, caption: Caption): ChartPicture {
  const {width: inner, height: drawn} = drawing.viewBox.baseVal
  const [width, height] = [inner + 2 * PADDING, drawn + TITLE_HEIGHT + LEGEND_HEIGHT]
  const {backgroundColor, color, fontFamily} = getComputedStyle(surface)
  const picture = svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`})
  const text = {'font-family': fontFamily, fill: color}
  const place = {x: PADDING, 'font-size': 16, 'font-weight': 600, ...text}
  const copy = styledCopy(drawing)
  copy.setAttribute('x', String(PADDING))
  copy.setAttribute('y', String(TITLE_HEIGHT))
  picture.append(
    svg('rect', {width, height, fill: backgroundColor}),
    svg('text', {...place, y: 26}, caption.title),
    svg('text', {...place, y: 46, 'font-size': 12, 'font-weight': 400}, caption.subtitle),
    copy,
    ...legendOf(caption.legend, surface, {y: height - 12, 'font-size': 12, ...text}),
  )
  return {name: caption.name, svg: new XMLSerializer().serializeToString(picture), width, height}
}

const LETTER_PX = 7

function legendOf(
  legend: Caption['legend'],
  surface: Element,
  text: Record<'y', number> & Record<string, string | number>,
): Element[] {
  let x = PADDING
  return legend.flatMap(entry => {
    const at = x
    x += 36 + entry.text.length * LETTER_PX
    const mark = svg('rect', {x: at, y: text.y - 9, width: 10, height: 10, rx: 2, fill: resolved(entry.color, surface)})
    return [mark, svg('text', {...text, x: at + 16}, entry.text)]
  })
}

/** The colour that a style sheet gives to an expression such as `var(--data-1)`. */
function resolved(color: string, surface: Element): string {
  const probe = surface.appendChild(document.createElement('i'))
  probe.style.color = color
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'opacity', 'visibility'],
  ...['font-family', 'font-size', 'font-weight', 'font-variant-numeric', 'text-anchor', 'display', 'paint-order'],
]

function styledCopy(drawing: SVGSVGElement): SVGSVGElement {
  const copy = document.importNode(drawing, true)
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const styles = getComputedStyle(original)
    const target = copies[at]
    target?.removeAttribute('class')
    target?.setAttribute('style', STYLES.map(name => `${name}:${styles.getPropertyValue(name)}`).join(';'))
  }
  return copy
}
