import styles from './Skeleton.module.css'

interface Props {
  /** Lengths of CSS; those of what will stand here, so that nothing moves when it comes. */
  width?: string
  height: string
}

/** Stands where something is about to be. It says nothing by itself: a word beside it names what is awaited. */
export function Skeleton({width = '100%', height}: Props) {
  return <span className={styles.skeleton} style={{width, height}} aria-hidden="true" />
}
