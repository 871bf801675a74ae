import {Button, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {COMPARED_SERIES_LIMIT} from '../../../../contract/limits'
import {GROUPINGS} from '../../../domain/telemetry/devices/navigatorView'
import {AVAILABILITY_SPANS} from '../../../domain/wall/facts/kinds'
import {GAUGE_LOOKS} from '../../../domain/wall/gauges/gauge'
import {INDICATORS_OF, MAX_INDICATORS} from '../../../domain/wall/gauges/indicators'
import {COLUMNS, LEAST, type Rect} from '../../../domain/wall/layout/layout'
import {ORDERS, TILE_CHOICES} from '../../../domain/wall/options'
import {MAX_TITLE} from '../../../domain/wall/panels/panel'
import type {Panel, PanelKind, Panels} from '../../../domain/wall/panels/panels'
import {PICTURE_FITS} from '../../../domain/wall/panels/picture'
import {TEXT_SIZES} from '../../../domain/wall/panels/text'
import {TOP_COUNTS, TOP_ENDS, TOP_VALUES} from '../../../domain/wall/panels/top'
import {LATITUDES, LONGITUDES, MAP_VIEWS} from '../../../domain/wall/places/map'
import {ZOOMS} from '../../../domain/wall/places/mapView'
import type {ComposeRef} from '../../../machines/wall/compose'
import type {PictureLibraryLogic} from '../../../machines/wall/pictureLibrary'
import type {WallRef} from '../../../machines/wall/wall'
import {NumberField} from '../../kit/form/NumberField'
import {texts as factTexts} from '../facts/texts'
import {texts as gaugeTexts} from '../gauges/texts'
import {texts as mapTexts} from '../map/texts'
import {texts as panelTexts} from '../panels/texts'
import {PictureField, useLibrary} from '../places/PictureField'
import {PlanFields} from '../places/PlanFields'
import {texts as allPlaceTexts} from '../places/texts'
import {texts as wallTexts} from '../texts'
import styles from './Compose.module.css'
import {removePanel} from './covers'
import {
  ClockZoneField,
  choice,
  DevicesField,
  type Field,
  type FieldProps,
  Fields,
  keyField,
  lines,
  number,
  RepeatField,
  ScaleFields,
  SeriesField,
  SpanField,
  seriesFields,
  when,
} from './fields'
import {texts} from './texts'

interface Props {
  wall: WallRef
  compose: ComposeRef
  pictures: PictureLibraryLogic
}

/** Everything about the selected panel, so that nothing needs a pointer. */
export function PanelForm({wall, compose, pictures}: Props) {
  const library = useLibrary(pictures, wall, compose)
  const panel = useSelector(compose, ({context: {composition, selected}}) =>
    composition.panels.find(({id}) => id === selected),
  )
  if (panel === undefined) return <p className={styles.hint}>{texts.nothing}</p>
  const {id} = panel
  return (
    // Another panel has fields of its own.
    <div key={id} className={styles.fields}>
      <h2 className={styles.kind}>{panelTexts.kinds[panel.kind]}</h2>
      {panel.kind !== 'later' && (
        <>
          <TextInput
            size="xs"
            label={texts.title}
            description={texts.titleHint}
            maxLength={MAX_TITLE}
            value={panel.title}
            onChange={({currentTarget}) =>
              compose.send({type: 'panel.changed', panel: {...panel, title: currentTarget.value}})
            }
          />
          <Options
            kind={panel.kind}
            wall={wall}
            library={library}
            panel={panel}
            onChanged={(changed, news) => compose.send({type: 'panel.changed', panel: changed, ...(news && {news})})}
          />
        </>
      )}
      <Places panel={panel} onPlaced={rect => compose.send({type: 'panel.placed', id, rect})} />
      <div className={styles.tools}>
        <Button size="xs" variant="default" onClick={() => compose.send({type: 'panel.duplicated', id})}>
          {texts.duplicate}
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => removePanel(compose, id)}>
          {texts.remove}
        </Button>
      </div>
    </div>
  )
}

/** Columns and rows are counted from one. */
function Places({panel, onPlaced}: {panel: Panel; onPlaced: (rect: Partial<Rect>) => void}) {
  const {x, y, w, h} = panel
  const fields = [
    {label: texts.column, value: x + 1, least: 1, most: COLUMNS - w + 1, placed: (value: number) => ({x: value - 1})},
    {label: texts.row, value: y + 1, least: 1, placed: (value: number) => ({y: value - 1})},
    {label: texts.width, value: w, least: LEAST.w, most: COLUMNS, placed: (value: number) => ({w: value})},
    {label: texts.height, value: h, least: LEAST.h, placed: (value: number) => ({h: value})},
  ]
  return (
    <div className={styles.places}>
      {fields.map(({placed, ...field}) => (
        <NumberField key={field.label} {...field} onTyped={value => onPlaced(placed(value))} />
      ))}
    </div>
  )
}

const placeTexts = allPlaceTexts.form

/** The fields of each kind of panel, in the order of the form. */
const FIELDS: {readonly [Kind in PanelKind]: readonly Field<Panels[Kind]>[]} = {
  tiles: [
    DevicesField,
    RepeatField,
    choice(texts, 'tiles', TILE_CHOICES, wallTexts.kinds),
    choice(texts, 'order', ORDERS, wallTexts.orders),
    choice(texts, 'grouping', GROUPINGS, wallTexts.groupings),
  ],
  number: [SeriesField, RepeatField],
  gauge: [SeriesField, RepeatField, choice(gaugeTexts, 'look', GAUGE_LOOKS, gaugeTexts.looks), ScaleFields],
  indicators: [
    choice(gaugeTexts, 'of', INDICATORS_OF, gaugeTexts.ofs),
    when(panel => panel.of === 'key', [keyField(texts), DevicesField]),
    when(panel => panel.of === 'series', [seriesFields(MAX_INDICATORS)]),
    RepeatField,
  ],
  map: [
    DevicesField,
    choice(mapTexts, 'view', MAP_VIEWS, mapTexts.views),
    when(
      panel => panel.view === 'kept',
      [
        number(mapTexts, 'latitude', LATITUDES),
        number(mapTexts, 'longitude', LONGITUDES),
        number(mapTexts, 'zoom', ZOOMS),
      ],
    ),
  ],
  chart: [seriesFields(COMPARED_SERIES_LIMIT), RepeatField, SpanField],
  top: [
    keyField(texts),
    DevicesField,
    RepeatField,
    choice(texts, 'by', TOP_VALUES, texts.bys),
    choice(texts, 'end', TOP_ENDS, texts.ends),
    SpanField,
    choice(texts, 'count', TOP_COUNTS),
  ],
  alarms: [DevicesField, RepeatField],
  unusual: [DevicesField, choice(texts, 'count', TOP_COUNTS)],
  late: [DevicesField, RepeatField, choice(texts, 'count', TOP_COUNTS)],
  availability: [
    DevicesField,
    choice(texts, 'span', AVAILABILITY_SPANS, factTexts.availability.spans),
    choice(texts, 'count', TOP_COUNTS),
  ],
  screens: [DevicesField, choice(texts, 'count', TOP_COUNTS)],
  comparison: [keyField(texts), DevicesField, RepeatField, choice(texts, 'count', TOP_COUNTS)],
  changes: [choice(texts, 'count', TOP_COUNTS)],
  text: [lines(texts, 'text', {minRows: 2, maxRows: 8}), choice(texts, 'size', TEXT_SIZES, texts.sizes)],
  clock: [ClockZoneField],
  picture: [
    PictureField,
    lines(placeTexts, 'text', {maxRows: 4}),
    choice(placeTexts, 'fit', PICTURE_FITS, placeTexts.fits),
  ],
  plan: [PictureField, keyField(placeTexts), PlanFields],
}

function Options<Kind extends PanelKind>({kind, ...props}: {kind: Kind} & FieldProps<Panels[Kind]>) {
  return <Fields fields={FIELDS[kind]} {...props} />
}
