import {useSelector} from '@xstate/react'
import type {Darkness, ScreenState} from '../../../../contract/rules/media/screenState'
import {stateOf} from '../../../domain/media/found'
import {type ScreenLine, screenDetails, screenLine} from '../../../domain/media/screenWords'
import type {DeviceStatusRef, DeviceStatusSnapshot} from '../../../machines/media/deviceStatus'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {type Status, StatusMark} from '../../kit/mark/StatusMark'
import {videoNameIn} from '../playlist/VideoName'
import styles from './Devices.module.css'

interface Props {
  media: MediaRef
  status: DeviceStatusRef
  deviceId: string
  /** Says also the reasons, and how far the screen has got with its list. */
  isDetailed?: boolean
}

/** Says what the public sees on a screen. */
export function ScreenMark({media, status, deviceId, isDetailed = false}: Props) {
  const {formats} = useApplication()
  const videos = useSelector(
    useSelector(media, s => s.children.videos),
    snapshot => snapshot,
  )
  const state = useSelector(status, s => stateIn(s, deviceId))
  const line = useSelector(
    status,
    ({context: {now}}): ScreenLine => {
      const wording = {formats, now, nameOf: (id: string) => videoNameIn(videos, id)}
      return isDetailed ? {words: screenDetails(state, wording).join('. '), age: null} : screenLine(state, wording)
    },
    isSameLine,
  )
  const {words, age} = line
  return (
    <span data-screen-state={state.kind} {...(isDetailed ? {} : {title: age === null ? words : `${words} · ${age}`})}>
      <StatusMark status={markOf(state)}>
        {isDetailed ? (
          words
        ) : (
          <span className={styles.line}>
            <span className={styles.words}>{words}</span>
            {age !== null && <span className={styles.age}>{`\u00a0· ${age}`}</span>}
          </span>
        )}
      </StatusMark>
    </span>
  )
}

const isSameLine = (one: ScreenLine, other: ScreenLine): boolean => one.words === other.words && one.age === other.age

export const stateIn = ({context}: DeviceStatusSnapshot, deviceId: string): ScreenState =>
  stateOf(context.states, deviceId)

/** Nothing but a screen that plays what it should is green. */
export function markOf(state: ScreenState): Status {
  return state.kind === 'dark' ? DARK_MARKS[state.why] : MARKS[state.kind]
}

export const MARKS: Record<Exclude<ScreenState['kind'], 'dark'>, Status> = {
  playing: 'ok',
  partly: 'warning',
  old: 'late',
  mute: 'notRead',
  silent: 'notRead',
  new: 'never',
  unknown: 'notRead',
}

const DARK_MARKS: Record<Darkness, Status> = {
  nothingAssigned: 'down',
  allBroken: 'down',
  unsaid: 'down',
  outsideHours: 'off',
  switchedOff: 'off',
  fetching: 'late',
}
