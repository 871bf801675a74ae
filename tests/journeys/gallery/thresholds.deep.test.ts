import {readRoom, walkRoom} from '../support/gallery'

walkRoom('thresholds')
readRoom('thresholds')
