"""Tournament report files (TRF), looked over and recorded."""
