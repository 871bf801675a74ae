import {walkRoom} from '../support/gallery'

walkRoom('thresholds')
