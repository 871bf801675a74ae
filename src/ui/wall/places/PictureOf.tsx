import {useActorRef, useSelector} from '@xstate/react'
import {type CSSProperties, type ReactNode, useState} from 'react'
import type {LoadPictures} from '../../../machines/wall/pictures'
import type {ShownPictureLogic} from '../../../machines/wall/shownPicture'
import type {WallRef} from '../../../machines/wall/wall'
import {LazyPart} from '../../kit/loading/LazyPart'
import {useResource} from '../../kit/loading/Retry'
import panels from '../panels/Panels.module.css'
import {ReadFailure} from '../panels/ReadFailure'
import {texts as panelTexts} from '../panels/texts'
import {Message} from '../panels/WholeRows'
import styles from './Places.module.css'
import {texts} from './texts'

interface Props {
  wall: WallRef
  pictures: LoadPictures
  /** Empty where none is chosen. */
  picture: string
  children: (url: string) => ReactNode
}

/** Reads a picture of the organisation, or says why there is none. */
export function PictureOf({picture, pictures, ...others}: Props) {
  if (picture === '') return <Message>{panelTexts.unchosen}</Message>
  return (
    <LazyPart load={pictures} waiting={<Waiting />}>
      {({shown}) => <Read key={picture} logic={shown} picture={picture} {...others} />}
    </LazyPart>
  )
}

const Waiting = () => (
  <p role="status" className={panels.message}>
    {texts.loading}
  </p>
)

function Read({logic, wall, picture, children}: Omit<Props, 'pictures'> & {logic: ShownPictureLogic}) {
  const {organisationId} = wall.getSnapshot().context.user
  const machine = useActorRef(logic, {input: {organisationId, picture}})
  const {isLoaded, isFailed} = useResource(machine)
  const url = useSelector(machine, s => s.context.value?.url ?? null)
  const isSpecified = useSelector(machine, s => s.context.offer === 'specified')
  if (isSpecified) return <Message>{texts.notOffered}</Message>
  if (isLoaded) return url === null ? <Message>{texts.gone}</Message> : children(url)
  return isFailed ? <ReadFailure machine={machine} /> : <Waiting />
}

/** All of a picture, as large as there is room, with what stands on it. An SVG is shown as an image, so it runs nothing. */
export function Sheet({url, text = '', children}: {url: string; text?: string; children: ReactNode}) {
  const [ratio, setRatio] = useState<number | null>(null)
  const [isUnseen, setUnseen] = useState(false)
  if (isUnseen) return <Message>{texts.unseen}</Message>
  return (
    <div className={styles.room} data-room>
      <div className={styles.sheet} style={ratioStyle(ratio ?? 1)}>
        <img
          className={styles.picture}
          src={url}
          alt={text}
          draggable={false}
          onLoad={({currentTarget: {naturalWidth, naturalHeight}}) =>
            setRatio(naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : 1)
          }
          onError={() => setUnseen(true)}
        />
        {ratio !== null && children}
      </div>
    </div>
  )
}

const ratioStyle = (ratio: number): CSSProperties => Object.fromEntries([['--ratio', ratio.toFixed(4)]])
