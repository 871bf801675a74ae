import {useSelector} from '@xstate/react'
import {ageOf} from '../../domain/format/age'
import type {Formats} from '../../domain/format/formats'
import {illnessOf} from '../../domain/wall/health'
import {kioskNote} from '../../domain/wall/kioskNote'
import type {KioskRef} from '../../machines/wall/kiosk'
import {useApplication} from '../kit/application'
import {texts} from './texts'
import styles from './Wall.module.css'

/** The kiosk's note about itself. When all is well it is empty, or says that it was loaded again today. */
export function KioskNote({kiosk}: {kiosk: KioskRef}) {
  const {formats} = useApplication()
  const said = useSelector(kiosk, snapshot => textOf(snapshot, formats))
  return (
    <p className={styles.note} role="status" hidden={said === null}>
      {said}
    </p>
  )
}

function textOf(snapshot: ReturnType<KioskRef['getSnapshot']>, formats: Formats): string | null {
  const {health, ...facts} = snapshot.context
  const note = kioskNote({
    ...facts,
    illness: illnessOf(health),
    isReloading: snapshot.matches({page: 'reloading'}),
    isCatchingUp: snapshot.matches({time: 'catchingUp'}),
  })
  const {kiosk} = texts
  if (note === null) return null
  switch (note.kind) {
    case 'clock':
      return kiosk[note.ahead > 0 ? 'ahead' : 'behind'](ageOf(0, Math.abs(note.ahead)))
    case 'outdated':
      return kiosk.outdated[note.why]
    case 'ill':
      return kiosk.ill(kiosk.why[note.why])
    case 'reloads':
      return kiosk.reloads(formats.number(note.count), formats.time(note.last.at), kiosk.why[note.last.why])
    default:
      return kiosk[note.kind]
  }
}
