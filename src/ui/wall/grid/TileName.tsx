import type {FittedName} from '../../../domain/wall/nameFit'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './TileTexts.module.css'

/** The name of a device as it has room. Screen readers read all of it. */
export function TileName({id, name, shown, scale}: FittedName & {id: string; name: string}) {
  const style = scale === 1 ? undefined : {fontSize: `${scale}em`}
  return (
    <span id={id} className={styles.name}>
      {shown === name ? (
        <bdi style={style}>{name}</bdi>
      ) : (
        <>
          <bdi style={style} aria-hidden="true">
            {shown}
          </bdi>
          <span className={spoken.spoken}>{name}</span>
        </>
      )}
    </span>
  )
}
