import {Button} from '@mantine/core'
import {useClipboard} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {RATES, SLIDER_SPANS, searchWithMoment} from '../../domain/moment'
import type {ReplayRef, ReplaySnapshot} from '../../machines/replay/replay'
import {useApplication} from '../kit/application'
import {MinuteField} from '../kit/form/MinuteField'
import {NoticeButton} from '../kit/loading/Notice'
import {IconCheck, IconClock, IconCopy, IconHistory, IconPause, IconPlay} from '../kit/mark/icons'
import {PopoverButton} from '../kit/menu/PopoverButton'
import spoken from '../kit/text/Spoken.module.css'
import {Past, shownAt} from './Past'
import styles from './ReplayBar.module.css'
import {texts} from './texts'

interface Props {
  replay: ReplayRef
}

/** Says that the past is shown, and which moment of it, and moves it. */
export function ReplayBar({replay}: Props) {
  return (
    <section className={styles.bar} aria-label={texts.label}>
      <span className={styles.mark}>
        <IconHistory size={16} aria-hidden="true" />
        {texts.mark}
      </span>
      <PlayButton replay={replay} />
      <Moment replay={replay} />
      <Past replay={replay} />
      <Rates replay={replay} />
      <div className={styles.ways}>
        <CopyMoment replay={replay} />
        <Button size="xs" variant="default" onClick={() => replay.send({type: 'live.requested'})}>
          {texts.live}
        </Button>
      </div>
      <Lack replay={replay} />
    </section>
  )
}

function PlayButton({replay}: Props) {
  const isPlaying = useSelector(replay, s => s.matches({on: {shown: {progress: 'playing'}}}))
  const canToggle = useSelector(replay, s => s.can({type: 'play.toggled'}))
  const label = isPlaying ? texts.pause : texts.play
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={label}
      title={label}
      disabled={!canToggle}
      onClick={() => replay.send({type: 'play.toggled'})}
    >
      {isPlaying ? <IconPause size={16} aria-hidden="true" /> : <IconPlay size={16} aria-hidden="true" />}
    </button>
  )
}

/** The shown moment, and whether it is paused. Another one may be chosen, however long ago. */
function Moment({replay}: Props) {
  const {zone, formats} = useApplication()
  const at = useSelector(replay, shownAt)
  const place = useSelector(replay, placeOf)
  const span = useSelector(replay, s => s.context.span)
  return (
    <div className={styles.moment}>
      <PopoverButton label={formats.dateTime(at)} title={texts.choose} icon={<IconClock size={16} />}>
        {close => (
          <div className={styles.choice}>
            <MinuteField
              label={texts.moment}
              at={at}
              zone={zone}
              onChosen={chosen => {
                if (chosen !== null) replay.send({type: 'moment.chosen', at: chosen})
                close()
              }}
            />
            <label className={styles.span}>
              {texts.span}
              <select
                value={span}
                onChange={({target}) => {
                  const chosen = SLIDER_SPANS.find(each => each === target.value)
                  if (chosen !== undefined) replay.send({type: 'span.chosen', span: chosen})
                }}
              >
                {SLIDER_SPANS.map(each => (
                  <option key={each} value={each}>
                    {texts.spans[each]}
                  </option>
                ))}
              </select>
            </label>
            <p className={styles.note}>{texts.note}</p>
          </div>
        )}
      </PopoverButton>
      <span role="status" className={styles.place}>
        {texts.places[place]}
      </span>
    </div>
  )
}

function Rates({replay}: Props) {
  const rate = useSelector(replay, s => s.context.rate)
  return (
    <fieldset className={styles.rates}>
      <legend className={spoken.spoken}>{texts.rates}</legend>
      {RATES.map(each => (
        <label key={each} className={styles.rate}>
          <input
            type="radio"
            name="rate"
            className={spoken.spoken}
            checked={each === rate}
            onChange={() => replay.send({type: 'rate.chosen', rate: each})}
          />
          {texts.rate(each)}
        </label>
      ))}
    </fieldset>
  )
}

/** The link shows the same to everybody: it is paused, and names the zone. */
function CopyMoment({replay}: Props) {
  const {zone} = useApplication()
  const {copy, copied, error} = useClipboard()
  const copyLink = () => {
    const {at} = replay.getSnapshot().context
    const url = new URL(window.location.href)
    url.search = searchWithMoment(url.search, {at, rate: null})
    url.searchParams.set('tz', zone)
    copy(url.href)
  }
  return (
    <Button
      size="xs"
      variant="default"
      className={styles.copy}
      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      onClick={copyLink}
    >
      {error !== null ? texts.copyFailed : copied ? texts.copied : texts.copy}
    </Button>
  )
}

/** The reason why values are missing. */
function Lack({replay}: Props) {
  const {formats} = useApplication()
  const isMissed = useSelector(replay, s => placeOf(s) === 'missed')
  const facts = useSelector(replay, s => s.context.facts)
  const isBefore = useSelector(replay, s => s.context.at < (s.context.facts?.oldestAt ?? 0))
  if (isMissed) {
    return (
      <div role="alert" className={styles.lack}>
        {texts.places.missed}{' '}
        <NoticeButton onClick={() => replay.send({type: 'retry.requested'})}>{texts.retry}</NoticeButton>
      </div>
    )
  }
  if (facts === null || (facts.oldestAt !== null && !isBefore)) return null
  return (
    <p role="status" className={styles.lack}>
      {facts.oldestAt === null ? texts.nothingStored : texts.beforeAll(formats.dateTime(facts.oldestAt, 'minute'))}
    </p>
  )
}

function placeOf(snapshot: ReplaySnapshot): keyof typeof texts.places {
  if (snapshot.matches({on: {shown: {progress: {playing: 'waiting'}}}})) return 'waiting'
  if (snapshot.matches({on: {shown: {progress: {playing: 'missed'}}}})) return 'missed'
  if (snapshot.matches({on: {shown: {progress: 'playing'}}})) return 'playing'
  return snapshot.matches({on: {shown: {progress: 'ended'}}}) ? 'ended' : 'paused'
}
