import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {type MarkedStatus, statusOf} from '../../../domain/telemetry/devices/worstFirst'
import {isInTime} from '../../../domain/telemetry/readings/freshness'
import {isNormal, statusOfDevice} from '../../../domain/wall/conditions'
import {clustered} from '../../../domain/wall/places/clusters'
import {labelPlaces} from '../../../domain/wall/places/labels'
import {severityOf} from '../../../domain/wall/places/placed'
import type {DevicePlace} from '../../../domain/wall/places/plan'
import type {WallSnapshot} from '../../../machines/wall/wall'
import {WALL_SHAPES} from '../grid/StatusShape'
import {partOf, resizesOf, seriesFace, write} from '../panels/painting'
import {texts as wallTexts} from '../texts'
import {texts} from './texts'

interface Plan {
  here: readonly {place: DevicePlace; device: DeviceEntry}[]
  key: string
  formats: Formats
}

/** The contents of a mark at a moment. */
interface MarkFace {
  status: MarkedStatus
  value: string
  isInTime: boolean
  word: string
}

/** Paints the marks of a plan, the children of `list`, and puts them and their labels where they don't cover each other. */
export function planPainter(list: HTMLElement, {here, key, formats}: Plan): (snapshot: WallSnapshot) => void {
  const items = [...list.children].filter(child => child instanceof HTMLElement)
  const marks = here.flatMap(({place, device}, at) => {
    const item = items[at]
    return item === undefined ? [] : [{place, device, item, ...partsOf(item)}]
  })
  const isResized = resizesOf(list)
  let arranged = ''
  return snapshot => {
    const faces = marks.map(({device}) => faceOfMark(snapshot, device, key, formats))
    marks.forEach(({item, path, value, word}, at) => {
      const face = faces[at]
      if (face === undefined) return
      item.dataset.status = face.status
      item.dataset.time = face.isInTime ? 'in' : 'out'
      path?.setAttribute('d', WALL_SHAPES[face.status])
      write(value, face.value)
      write(word, face.word)
    })
    const next = faces.map(({status, value, word}) => `${status} ${value.length} ${word.length}`).join()
    if (isResized() || next !== arranged)
      arrange(marks, faces, {
        width: list.clientWidth,
        height: list.clientHeight,
        margin: marginOf(list),
        size: sizeOf(list),
      })
    arranged = next
    name(marks, faces, formats)
  }
}

const partsOf = (item: HTMLElement) => ({
  face: item.querySelector('button'),
  path: item.querySelector('path'),
  count: partOf(item, 'count'),
  label: partOf(item, 'label'),
  value: partOf(item, 'value'),
  word: partOf(item, 'word'),
})

type Marks = readonly ({place: DevicePlace; device: DeviceEntry; item: HTMLElement} & ReturnType<typeof partsOf>)[]

/** The worst of the device, and of the value that is shown of it. */
function faceOfMark(snapshot: WallSnapshot, device: DeviceEntry, key: string, formats: Formats): MarkFace {
  const {board} = snapshot.context
  const condition = board.conditions.get(device.id)
  const ofDevice = statusOfDevice(condition)
  const seenAt = condition?.deviceState.seenAt ?? null
  if (key === '' || !device.keys.includes(key))
    return {status: ofDevice, value: '', isInTime: true, word: wordOf(ofDevice, seenAt, board.now)}
  const face = seriesFace(snapshot, {deviceId: device.id, key}, formats)
  const ofKey = statusOf(face.severity, face.freshness)
  const status = severityOf(ofKey) > severityOf(ofDevice) ? ofKey : ofDevice
  const value = `${face.value} ${face.unit}`.trim()
  const age = isInTime(face.freshness) ? '' : face.age
  const word = isNormal(status) ? '' : [wallTexts.statuses[status], age].join(' ').trim()
  return {status, value, isInTime: isInTime(face.freshness), word}
}

/** Returns the fault alone for a mark without a value, and since when nothing has come. */
const wordOf = (status: MarkedStatus, seenAt: number | null, now: number): string =>
  isNormal(status)
    ? ''
    : [wallTexts.statuses[status], ...(SILENT.includes(status) && seenAt !== null ? [ageOf(seenAt, now)] : [])].join(
        ' ',
      )

const SILENT: readonly MarkedStatus[] = ['late', 'linkDown']

/** Marks are as large as this many letters are high. */
const SIZE = 1.6

const sizeOf = (list: HTMLElement): number => Number.parseFloat(getComputedStyle(list).fontSize) * SIZE

/** The room on each side of the plan. */
function marginOf(list: HTMLElement): number {
  const room = list.closest<HTMLElement>('[data-room]')
  return room === null ? 0 : (room.clientWidth - list.clientWidth) / 2
}

interface PlanBox {
  width: number
  height: number
  margin: number
  size: number
}

function arrange(marks: Marks, faces: readonly MarkFace[], box: PlanBox) {
  const clusters = clustered(
    marks.map((mark, at) => ({
      id: mark.device.id,
      x: mark.place.x * box.width,
      y: mark.place.y * box.height,
      mark,
      severity: severityOf(faces[at]?.status ?? 'notRead'),
    })),
    box.size,
  )
  for (const [first, ...others] of clusters) {
    first.mark.item.hidden = false
    const count = others.length === 0 ? '' : String(others.length + 1)
    write(first.mark.count, count)
    first.mark.face?.setAttribute('data-members', [first, ...others].map(({id}) => id).join(' '))
    for (const {mark} of others) mark.item.hidden = true
  }
  const heads = clusters.map(([{id, x, y, mark}]) => ({id, x, y, mark, ...measured(mark.label)}))
  const places = labelPlaces(heads, box)
  for (const {id, mark} of heads) {
    const place = places.get(id)
    mark.item.dataset.label = place === undefined ? 'none' : 'shown'
    mark.item.style.setProperty('--dx', `${place?.dx ?? 0}px`)
    mark.item.style.setProperty('--dy', `${place?.dy ?? 0}px`)
    mark.item.style.setProperty('--length', `${Math.hypot(place?.edge.dx ?? 0, place?.edge.dy ?? 0)}px`)
    mark.item.style.setProperty('--angle', `${Math.atan2(place?.edge.dy ?? 0, place?.edge.dx ?? 0)}rad`)
  }
}

const measured = (label: HTMLElement | null) => ({
  width: label?.offsetWidth ?? 0,
  height: label?.offsetHeight ?? 0,
})

/**
 * Screen readers, and a pointer that rests on a mark, get all of its texts, whether there is room for its label or not.
 */
function name(marks: Marks, faces: readonly MarkFace[], formats: Formats) {
  const names = new Map(
    marks.map(({device}, at) => {
      const {value = '', word = ''} = faces[at] ?? {}
      return [device.id, [device.name, value, word].filter(part => part !== '').join(', ')] as const
    }),
  )
  for (const {item, face, device} of marks) {
    if (item.hidden || face === null) continue
    const members = face.dataset.members?.split(' ') ?? [device.id]
    const all = members.map(id => names.get(id) ?? '').join('; ')
    const said = members.length === 1 ? all : texts.cluster(formats.number(members.length), all)
    if (face.title !== said) {
      face.title = said
      face.ariaLabel = said
    }
  }
}
