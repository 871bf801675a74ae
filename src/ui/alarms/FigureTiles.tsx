import styles from './Figures.module.css'

interface Props {
  label?: string
  /** Each with its name. */
  figures: readonly (readonly [name: string, figure: string])[]
}

/** Figures in a row, each above its name. */
export const FigureTiles = ({label, figures}: Props) => (
  <dl className={styles.tiles} aria-label={label}>
    {figures.map(([name, figure]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)
