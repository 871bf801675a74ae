import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {type Copy, type RepeatablePanel, shownCopies} from '../../../domain/wall/copies'
import {isUnfinished} from '../../../domain/wall/panels/unfinished'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {texts as wallTexts} from '../texts'
import styles from './Copies.module.css'
import {Frame} from './Frame'
import {texts} from './texts'
import {WholeCells} from './WholeCells'
import {Message} from './WholeRows'

interface Props {
  panel: RepeatablePanel
  wall: WallRef
  /** Draws the contents of a copy. */
  children: (panel: RepeatablePanel) => ReactNode
}

const NONE: readonly Copy[] = []

/** A panel once for each label of its devices, in the room of the panel. The copies without room are counted. */
export function Copies({panel, wall, children}: Props) {
  const {formats} = useApplication()
  const copies = useSelector(wall, s => s.context.board.copies.get(panel.id) ?? NONE)
  const isListed = useSelector(wall, s => s.matches({devices: 'loaded'}))
  if (isUnfinished(panel)) return <Message>{texts.unchosen}</Message>
  if (copies.length === 0) return isListed && <Message>{texts.noLabels}</Message>
  return (
    <div className={styles.copies}>
      <WholeCells count={copies.length} cell={leastOf(panel)}>
        {(shown, columns) => (
          <ul className={styles.grid} style={Object.fromEntries([['--columns', columns]])}>
            {shownCopies(copies, shown).map(copy => (
              <li key={copy.panel.id} className={styles.copy}>
                <Frame
                  heading="h3"
                  kind={texts.kinds[panel.kind]}
                  title={copy.label ?? wallTexts.ungrouped.label}
                  note={copy.left === 0 ? copy.name : texts.more(formats.number(copy.left))}
                >
                  {children(copy.panel)}
                </Frame>
              </li>
            ))}
          </ul>
        )}
      </WholeCells>
    </div>
  )
}

function leastOf({kind}: RepeatablePanel) {
  switch (kind) {
    case 'number':
    case 'gauge':
    case 'chart':
      return LEAST[kind]
    default:
      return LEAST.others
  }
}

/** The least sizes of copies, in the least letters that can be read. */
const LEAST = {
  number: {width: 10, height: 8, gap: 0.5},
  gauge: {width: 12, height: 11, gap: 0.5},
  chart: {width: 17, height: 14, gap: 0.5},
  others: {width: 17, height: 8, gap: 0.5},
}
