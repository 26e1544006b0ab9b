// What other packages may use of this one is exported here.
