"""The games as other people's programs want them: arrays, Gymnasium, PettingZoo, OpenSpiel."""
