import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type CSSProperties, useMemo, useState} from 'react'
import {isLinkDown} from '../../../domain/link'
import type {PlanPanel} from '../../../domain/wall/panels/plan'
import {type Spot, sorted} from '../../../domain/wall/places/plan'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {type BodyProps, paintedBy} from '../panels/painting'
import labels from './Labels.module.css'
import {PictureOf, Sheet} from './PictureOf'
import styles from './Places.module.css'
import {planPainter} from './planPainting'
import {texts} from './texts'

/** A picture with devices at their places. */
export const PlanBody = ({panel, wall, sources}: BodyProps<PlanPanel>) => (
  <div className={styles.plan}>
    <PictureOf wall={wall} pictures={sources.pictures} picture={panel.picture}>
      {url => (
        <Sheet key={url} url={url}>
          <Marks panel={panel} wall={wall} />
        </Sheet>
      )}
    </PictureOf>
    <PlanNotes panel={panel} wall={wall} />
  </div>
)

interface MarksProps {
  panel: PlanPanel
  wall: WallRef
}

function Marks({panel: {places, key}, wall}: MarksProps) {
  const {formats} = useApplication()
  const devices = useSelector(wall, s => s.context.board.devices)
  const here = useMemo(() => sorted(places, devices).here, [places, devices])
  const [opened, setOpened] = useState<readonly string[]>([])
  const paint = useMemo(
    () => paintedBy(wall, element => planPainter(element, {here, key, formats})),
    [wall, here, key, formats],
  )
  const open = (id: string) => {
    const {deviceId} = wall.getSnapshot().context.board.view
    wall.send({type: 'view.changed', change: {deviceId: deviceId === id ? null : id}, history: 'push'})
  }
  return (
    <>
      <ul ref={paint} className={styles.marks} aria-label={texts.marks}>
        {here.map(({place, device}) => (
          <li key={device.id} className={styles.mark} style={spotStyle(place)}>
            <button
              type="button"
              className={styles.face}
              onClick={({currentTarget}) => {
                const members = currentTarget.dataset.members?.split(' ') ?? []
                if (members.length > 1) setOpened(members)
                else open(device.id)
              }}
            >
              <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
                <path />
              </svg>
              <span className={styles.count} data-part="count" />
            </button>
            <span className={labels.label} data-part="label" aria-hidden="true">
              <bdi>{device.name}</bdi>
              <span className={labels.state}>
                <span className={labels.value} data-part="value" />
                <span className={labels.word} data-part="word" />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {opened.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
        <div
          role="group"
          className={styles.members}
          aria-label={texts.members}
          onKeyDown={({key}) => key === 'Escape' && setOpened([])}
        >
          <ul>
            {here
              .filter(({device}) => opened.includes(device.id))
              .map(({device}) => (
                <li key={device.id}>
                  <Button size="compact-xs" variant="subtle" onClick={() => open(device.id)}>
                    {device.name}
                  </Button>
                </li>
              ))}
          </ul>
          <Button size="compact-xs" variant="default" autoFocus onClick={() => setOpened([])}>
            {texts.close}
          </Button>
        </div>
      )}
    </>
  )
}

/** Notes on what the marks don't show. */
function PlanNotes({panel: {places}, wall}: MarksProps) {
  const {formats} = useApplication()
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  const gone = useSelector(wall, s =>
    s.matches({devices: 'loaded'}) ? sorted(places, s.context.board.devices).gone : 0,
  )
  return (
    <>
      {isCut && <p className={styles.note}>{texts.cut}</p>}
      {gone > 0 && <p className={styles.note}>{texts.goneDevices(formats.number(gone), gone)}</p>}
    </>
  )
}

export const spotStyle = ({x, y}: Spot): CSSProperties => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  ...Object.fromEntries([['--across', String(x)]]),
})
